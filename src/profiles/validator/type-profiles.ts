/** Profiles that a value's type carries: it meets at least one of them. R4 elementdefinition.html, ElementDefinition.type.profile. */
import { baseTypeOf, type Compiler } from './compiler.ts'
import type { ValueCheck } from './run.ts'

export function compileTypeProfiles(
  compiler: Compiler,
  profiles: readonly string[],
  type: string,
): ValueCheck | undefined {
  // An earlier check covers a type's own definition.
  if (profiles.length === 0 || profiles.some((profile) => baseTypeOf(profile) === type)) return undefined
  const find = (profile: string): ValueCheck => {
    let check: ValueCheck | undefined
    return (value, extra, run) => {
      check ??=
        compiler.profileCheck(profile) ??
        ((_value, _extra, inner) => inner.report('profile-missing', undefined, { detail: profile }))
      check(value, extra, run)
    }
  }
  const checks = profiles.map(find)
  const [only] = checks
  if (checks.length === 1) return only
  return (value, extra, run) => {
    const matches = (check: ValueCheck) => run.probe(() => check(value, extra, run))
    if (!checks.some(matches)) run.report('profile-unmet', undefined, { detail: profiles.join(', ') })
  }
}

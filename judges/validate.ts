/** HL7's reference validator, called and answering as `banksia validate --format json FILE...` does: for the conformance suite. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { packages } from './packages.ts'
import { openReference } from './reference.ts'

const isFault = ({ severity }: { readonly severity: string }): boolean => severity === 'error' || severity === 'fatal'

const { positionals } = parseArgs({ options: { format: { type: 'string' } }, allowPositionals: true })
const reference = await openReference(packages)
const verdicts = []
for (const file of positionals) {
  const { valid, issues } = await reference.ask({ text: readFileSync(file, 'utf8') })
  const issue = issues.filter(isFault).map(({ severity, location, id }) => ({
    severity,
    code: 'invalid',
    expression: [`${location} ${id ?? ''}`.trim()],
  }))
  verdicts.push({ file, valid, profiles: [], outcome: { resourceType: 'OperationOutcome', issue } })
}
reference.close()
process.stdout.write(`${JSON.stringify(verdicts)}\n`)
process.exitCode = verdicts.every(({ valid }) => valid) ? 0 : 1

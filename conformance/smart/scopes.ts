/** Whether scopes that were granted are within those that were asked for. SMART App Launch 2.2 scopes-and-launch-context.html. */

type Scope = { readonly level: string; readonly type: string; readonly letters: string; readonly query: string }

/** Version 1 in the letters of version 2. */
const words: Readonly<Record<string, string>> = { read: 'rs', write: 'cud', '*': 'cruds' }

function parse(text: string): Scope | undefined {
  const [, level = '', type = '', permission = '', query = ''] =
    /^(patient|user|system)\/(\*|[A-Za-z]+)\.(read|write|\*|[cruds]+)(\?.*)?$/.exec(text) ?? []
  return level === '' ? undefined : { level, type, letters: words[permission] ?? permission, query }
}

const covers = (asked: Scope, granted: Scope): boolean =>
  asked.level === granted.level &&
  (asked.type === '*' || asked.type === granted.type) &&
  [...granted.letters].every((letter) => asked.letters.includes(letter)) &&
  (asked.query === '' || asked.query === granted.query)

/** Several asked scopes together may cover one that was granted: a letter each. */
function isWithin(granted: string, asked: readonly string[]): boolean {
  const scope = parse(granted)
  if (scope === undefined || asked.includes(granted)) return asked.includes(granted)
  const all = asked.flatMap((text) => parse(text) ?? [])
  return [...scope.letters].every((letters) => all.some((one) => covers(one, { ...scope, letters })))
}

const split = (text: string): readonly string[] => text.split(' ').filter((one) => one !== '')

/** The scopes of the first list that the second does not cover. */
export const listWider = (granted: string, asked: string): readonly string[] =>
  split(granted).filter((one) => !isWithin(one, split(asked)))

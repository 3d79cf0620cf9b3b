/** The form of a sign-in page, and what a person with a table of values would send with it. HTML, Forms. */

/** A value that the person who runs the suite gives for a field, or the button to press. */
export type Filled = { readonly name: string; readonly value: string }

type Control = {
  readonly kind: string
  readonly name: string | undefined
  readonly value: string
  readonly isChecked: boolean
}

export type SentForm = { readonly action: string; readonly isPost: boolean; readonly fields: readonly Filled[] }

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }

const decode = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|#x27);/gi, (whole, name: string) => entities[name.toLowerCase()] ?? whole)

const attribute = /\s([a-z][\w-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi

const attributesOf = (tag: string): ReadonlyMap<string, string> =>
  new Map(
    [...tag.matchAll(attribute)].map(([, name = '', one, two, three]) => [
      name.toLowerCase(),
      decode(one ?? two ?? three ?? ''),
    ]),
  )

function readControl(tag: string): Control {
  const attributes = attributesOf(tag)
  const element = /^<(\w+)/.exec(tag)?.[1]?.toLowerCase() ?? ''
  const type = (attributes.get('type') ?? (element === 'button' ? 'submit' : 'text')).toLowerCase()
  return {
    kind: element === 'input' || element === 'button' ? type : element,
    name: attributes.get('name'),
    value: attributes.get('value') ?? (type === 'checkbox' || type === 'radio' ? 'on' : ''),
    isChecked: attributes.has('checked'),
  }
}

const isChoice = ({ kind }: Control): boolean => ['radio', 'checkbox', 'submit'].includes(kind)

const findGiven = (control: Control, table: readonly Filled[]): Filled | undefined =>
  table.find(({ name, value }) => name === control.name && (!isChoice(control) || value === control.value))

/** The form that has a field or a button of the table, or one that has a single button alone; undefined where the page has neither. */
export function fillForm(page: string, table: readonly Filled[]): SentForm | undefined {
  const forms = [...page.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/gi)].map(([text]) => ({
    attributes: attributesOf(/^<form\b[^>]*>/i.exec(text)?.[0] ?? ''),
    controls: [...text.matchAll(/<(?:input|button|select|textarea)\b[^>]*>/gi)].map(([tag]) => readControl(tag)),
  }))
  const isTabled = (control: Control): boolean => control.kind !== 'hidden' && findGiven(control, table) !== undefined
  const isPlain = (controls: readonly Control[]): boolean =>
    controls.filter(({ kind }) => kind === 'submit').length === 1 &&
    controls.every(({ kind }) => kind === 'submit' || kind === 'hidden' || kind === 'checkbox')
  const form = forms.find(({ controls }) => controls.some(isTabled)) ?? forms.find(({ controls }) => isPlain(controls))
  if (form === undefined) return undefined
  return {
    action: form.attributes.get('action') ?? '',
    isPost: form.attributes.get('method')?.toLowerCase() === 'post',
    fields: listSent(form.controls, table),
  }
}

function listSent(controls: readonly Control[], table: readonly Filled[]): readonly Filled[] {
  const buttons = controls.filter(({ kind }) => kind === 'submit')
  const pressed = buttons.find((button) => findGiven(button, table) !== undefined) ?? buttons[0]
  const sent = controls.flatMap((control): readonly Filled[] => {
    const { kind, name, value, isChecked } = control
    if (name === undefined || (kind === 'submit' && control !== pressed)) return []
    const given = kind === 'hidden' ? undefined : findGiven(control, table)
    const isChosen = kind === 'radio' ? isRadioChosen(control, table) : kind !== 'checkbox' || isChecked
    return given === undefined && !isChosen ? [] : [{ name, value: given?.value ?? value }]
  })
  return sent
}

/** A value of the table takes the place of the button that the page has chosen. */
const isRadioChosen = ({ name, isChecked }: Control, table: readonly Filled[]): boolean =>
  isChecked && !table.some((given) => given.name === name)

/** The settings, from the table that a process reads them by. */
import { fileVariableOf, type SettingRow, settings } from '../../core/settings.ts'
import { code, type ReferencePage } from './reference-page.ts'

type Setting = (typeof settings)[number]

const forms: Readonly<Record<Setting['type'], string>> = {
  text: 'text',
  port: 'port',
  number: 'whole number',
  list: 'list',
  url: 'address',
  urls: 'addresses',
  networks: 'networks',
  origins: 'origins',
  choice: '',
}

const formOf = (setting: Setting): string =>
  'choices' in setting ? setting.choices.map(code).join(', ') : `${forms[setting.type]}${secretOf(setting)}`

const secretOf = (setting: SettingRow): string =>
  setting.isSecret === true ? `; a secret, or its file in ${code(fileVariableOf(setting))}` : ''

function defaultOf(setting: Setting): string {
  const always = code('default' in setting ? setting.default : '')
  return 'development' in setting ? `${always} (development: ${code(setting.development)})`.trim() : always
}

export const settingsPage: ReferencePage = {
  name: 'settings',
  title: 'Settings',
  text: [
    'The environment has the settings. The server stops at the start when it does not know a `BANKSIA_` variable, or when a value is wrong. [docs/production.md](../production.md) says which ones production needs.',
    '`{base}`, `{mode}` and `{port}` are the values of `BANKSIA_BASE_URL`, `BANKSIA_MODE` and `PORT`. A list has commas between its items.',
    'A secret may stand in a file of one line instead, whose path is in the variable with `_FILE`. In production only the owner of the file may read it, and both variables at once are refused (D157).',
    'When root starts the server, the embedded database runs as an unprivileged user. Where that user cannot read the checkout, the programs of the database are copied once to `/var/cache`.',
  ],
  tables: [
    {
      columns: ['Setting', 'Default', 'Takes', 'Meaning'],
      rows: settings.map((row) => [code(row.variable), defaultOf(row), formOf(row), row.meaning]),
    },
  ],
}

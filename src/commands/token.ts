/** `banksia token`: prints a bearer token of the development server. */

import { spokes } from '../core/spokes.ts'
import { findWrongOptions, requestDevelopmentToken } from '../identity/development-token.ts'
import { withConfig } from './asked.ts'
import { UsageError, type Values } from './subcommand.ts'

export async function printToken(values: Values): Promise<0> {
  const options = {
    role: values.text('role'),
    spoke: values.text('spoke'),
    tenant: values.text('tenant'),
    scope: values.text('scope'),
    patient: values.text('patient'),
    practitionerRole: values.text('practitioner-role'),
    fhirUser: values.text('fhir-user'),
  }
  await withConfig(async ({ port, iosSpoke }) => {
    const spokeIds = spokes(iosSpoke).map(({ id }) => id)
    const [wrong] = findWrongOptions(options, spokeIds)
    if (wrong !== undefined) throw new UsageError(`the value of --${toFlag(wrong)} is not understood`)
    process.stdout.write(`${await requestDevelopmentToken(`http://127.0.0.1:${port}`, options)}\n`)
  })
  return 0
}

const toFlag = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** `banksia openapi`: prints the document that a server with these settings serves. */

import type { Config } from '../core/config.ts'
import { stringifyJson } from '../core/json.ts'
import { describeHub } from '../server/app.ts'
import { withConfig } from './asked.ts'

export const renderOpenapi = (config: Config): string => `${stringifyJson(describeHub(config))}\n`

export async function printOpenapi(): Promise<0> {
  process.stdout.write(await withConfig(async (config) => renderOpenapi(config)))
  return 0
}

/** `banksia openapi`: the document that the server of these settings serves. */
import { describeHub } from '../app.ts'
import type { Config } from '../config.ts'
import { stringifyJson } from '../json.ts'

export const renderOpenapi = (config: Config): string => `${stringifyJson(describeHub(config))}\n`

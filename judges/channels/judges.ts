/** The integration engines that judge channels. */
import { hapi } from './hapi.ts'
import type { ChannelJudge } from './judge.ts'
import { pythonHl7 } from './python-hl7.ts'

export const judges: readonly ChannelJudge[] = [hapi, pythonHl7]

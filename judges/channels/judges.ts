/** The integration engines, and the mail and web servers, that judge channels. */
import { hapi } from './hapi.ts'
import type { ChannelJudge } from './judge.ts'
import { mailPeer } from './mail-peer.ts'
import { pythonHl7 } from './python-hl7.ts'
import { webPeer } from './web-peer.ts'

export const judges: readonly ChannelJudge[] = [hapi, pythonHl7, webPeer, mailPeer]

/** The certificate of a site on this machine: it signs itself, and a channel trusts it by `ca`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Certificate, makeCertificate } from '../smart/certificate.ts'
import type { Served } from './judge.ts'

export function makeSiteCertificate({ atEnd }: Served): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'banksia-judge-site-'))
  atEnd(async () => rmSync(folder, { recursive: true, force: true }))
  return makeCertificate(folder, 'site', 'IP:127.0.0.1')
}

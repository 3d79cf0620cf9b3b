/** TLS as testssl sees it: half a minute of handshakes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@jest/globals'
import { testWithPrograms } from '../../judges.ts'
import { makeAuthority } from './certificates.ts'
import { judgeByTestssl, serve } from './serving.ts'

testWithPrograms('testssl')('D158: testssl finds TLS 1.3 and no other version', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'banksia-testssl-'))
  const pair = makeAuthority(folder, 'Root').issue('server', { names: 'DNS:localhost,IP:127.0.0.1' })
  const server = await serve(join(folder, 'files'), pair)
  const said = await judgeByTestssl(server.port).finally(server.stop)
  rmSync(folder, { recursive: true })

  expect(said).toMatch(/TLS 1\.3 +offered/)
  for (const version of ['SSLv2', 'SSLv3', 'TLS 1', 'TLS 1\\.1', 'TLS 1\\.2'])
    expect([version, said]).toEqual([version, expect.stringMatching(new RegExp(`${version} +not offered`))])
})

/** `$export` of all that the tenant holds: resources a second, from kick-off to the last byte. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Site } from './site.ts'

type Manifest = { readonly output: readonly { readonly type: string; readonly url: string }[] }

export async function measureExport({ server, token }: Site): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/fhir+json', prefer: 'respond-async' }
  const startedAt = performance.now()
  const kickOff = await fetch(`${server.base}/fhir/R4/$export`, { headers })
  if (kickOff.status !== 202) return `$export: ${kickOff.status}`
  const status = kickOff.headers.get('content-location') ?? ''
  let answer = await fetch(status, { headers })
  while (answer.status === 202) {
    await sleep(100)
    answer = await fetch(status, { headers })
  }
  const ready = (performance.now() - startedAt) / 1000
  const { output } = (await answer.json()) as Manifest
  let bytes = 0
  let resources = 0
  for (const { url } of output) {
    const file = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    for await (const chunk of file.body ?? []) {
      bytes += chunk.length
      for (const byte of chunk) if (byte === 10) resources += 1
    }
  }
  const seconds = (performance.now() - startedAt) / 1000
  return `$export: ${resources} resources, ${(bytes / 1e6).toFixed(0)} MB in ${output.length} files; ready after ${ready.toFixed(1)} s (${Math.round(resources / ready)} resources/s), downloaded after ${seconds.toFixed(1)} s.`
}

/** After a jest run: the server that the set-up started ends. */
import type {} from './global-setup.ts'

export default async function endTestServer(): Promise<void> {
  await globalThis.endTestServer?.()
}

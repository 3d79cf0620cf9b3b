/** After a jest run: the server that the set-up started ends. */
import type { TestGlobals } from './global-setup.ts'

export default async function endTestServer(): Promise<void> {
  const globals: TestGlobals = globalThis
  await globals.endTestServer?.()
}

/** Takes the passphrase off a private key of OpenSSH, in a thread, because the derivation takes half a second of processor time. PROTOCOL.key of OpenSSH; docs/channels.md#sftp. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type KeyTask = { readonly key: string; readonly passphrase: string }
/** Undefined if the text is no such key, or the passphrase is wrong. */
export type OpenedKey = string | undefined

const threadUrl = new URL('./key-thread.ts', import.meta.url)

/** Keys of other forms open at once: the library opens them. */
export const isSlowToOpen = (key: string): boolean => key.startsWith('-----BEGIN OPENSSH PRIVATE KEY-----')

/** Opens the key in a thread, which ends with the signal: a key may ask for any number of rounds. */
export async function openKey(task: KeyTask, signal: AbortSignal): Promise<OpenedKey> {
  signal.throwIfAborted()
  const thread = new Worker(threadUrl, { workerData: task })
  try {
    const [answer] = (await Promise.race([
      once(thread, 'message', { signal }),
      once(thread, 'exit', { signal }).then(() => [undefined]),
    ])) as [OpenedKey]
    return answer
  } finally {
    await thread.terminate()
  }
}

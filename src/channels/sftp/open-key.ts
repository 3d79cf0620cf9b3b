/** Takes the passphrase off a private key of OpenSSH, in a thread: its derivation holds a processor for half a second. PROTOCOL.key of OpenSSH; docs/channels.md#sftp. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type KeyTask = { readonly key: string; readonly passphrase: string }
/** Undefined: it is no such key, or the passphrase is another. */
export type OpenedKey = string | undefined

const threadUrl = new URL('./key-thread.ts', import.meta.url)

/** To open another form of key takes no time: the library does that. */
export const isSlowToOpen = (key: string): boolean => key.startsWith('-----BEGIN OPENSSH PRIVATE KEY-----')

/** Ends the thread with the signal: a key may ask for any number of rounds. */
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

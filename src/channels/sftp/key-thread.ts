/** A thread that opens one private key and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import type { KeyTask } from './open-key.ts'
import { withoutPassphrase } from './private-key.ts'

const { key, passphrase } = workerData as KeyTask
parentPort?.postMessage(withoutPassphrase(key, passphrase))

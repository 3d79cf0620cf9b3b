/** OpenSSH's server on loopback, for the account that runs the tests, or for one without rights. */
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { runJudge } from '../../judges.ts'
import { waitFor } from '../../patience.ts'
import { findPort } from '../../ports.ts'

export const sshd = '/usr/sbin/sshd'
export const sftpServer = '/usr/lib/openssh/sftp-server'

export type Sshd = {
  readonly server: { readonly host: string; readonly port: number; readonly hostKeys: string[] }
  /** Who may log in, and the key for it. */
  readonly login: { readonly username: string; readonly key: string; readonly passphrase: string }
  readonly stop: () => Promise<void>
}

const passphrase = 'Zebulon 42'

function makeKey(file: string, secret: string): { readonly key: string; readonly fingerprint: string } {
  runJudge('ssh-keygen', ['-q', '-t', 'ed25519', '-N', secret, '-C', 'test', '-f', file])
  const { said } = runJudge('ssh-keygen', ['-l', '-f', `${file}.pub`])
  return { key: readFileSync(file, 'utf8'), fingerprint: said.split(' ')[1] ?? '' }
}

/** `folder`: for its keys and settings. `username`: who may log in, for SFTP alone; only root can serve another account than its own. */
export async function startSshd(folder: string, username?: string): Promise<Sshd> {
  const port = await findPort()
  const host = makeKey(join(folder, 'host'), '')
  const user = makeKey(join(folder, 'user'), passphrase)
  // OpenSSH wants this folder where it starts as root.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 })
  // OpenSSH reads the keys of an account as that account.
  chmodSync(folder, username === undefined ? 0o700 : 0o711)
  const subsystem = username === undefined ? sftpServer : 'internal-sftp'
  const config = join(folder, 'sshd_config')
  writeFileSync(
    config,
    `ListenAddress 127.0.0.1:${port}
HostKey ${join(folder, 'host')}
AuthorizedKeysFile ${join(folder, 'user.pub')}
PermitRootLogin yes
PasswordAuthentication no
KbdInteractiveAuthentication no
StrictModes no
UsePAM no
PidFile none
Subsystem sftp ${subsystem}
${username === undefined ? '' : `AllowUsers ${username}\nForceCommand internal-sftp\n`}`,
  )
  const child = spawn(sshd, ['-D', '-e', '-f', config], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await waitFor(
    () => isListening(port),
    (listens) => listens || child.exitCode !== null,
  )
  return {
    server: { host: '127.0.0.1', port, hostKeys: [host.fingerprint] },
    login: { username: username ?? userInfo().username, key: user.key, passphrase },
    async stop() {
      child.kill()
      await ended
    },
  }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (listens: boolean) => {
      socket.destroy()
      resolve(listens)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })

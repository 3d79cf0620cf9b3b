/** `npm run checks`: types, lint and dead code at once; each prints its findings when it ends. Ends with 1 if one of them has any. */
import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'

const checks = ['typecheck', 'lint', 'dead'] as const

async function runCheck(name: (typeof checks)[number]): Promise<boolean> {
  const child = spawn('npm', ['run', '-s', name], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  const [output, errors, code] = await Promise.all([buffer(child.stdout), buffer(child.stderr), ended])
  process.stdout.write(output)
  process.stderr.write(errors)
  if (code !== 0) process.stderr.write(`checks: ${name} has findings: npm run ${name}\n`)
  return code === 0
}

const passed = await Promise.all(checks.map(runCheck))
process.exitCode = passed.every(Boolean) ? 0 : 1

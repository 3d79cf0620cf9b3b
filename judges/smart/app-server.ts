/** The web server of an app: another origin than Banksia's. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type AppServer = { readonly origin: string; readonly stop: () => Promise<void> }

export type AppFile = { readonly type: 'text/html' | 'text/javascript'; readonly text: string }

export const script = (path: string): AppFile => ({ type: 'text/javascript', text: readFileSync(path, 'utf8') })

export const asPage = (body: string): AppFile => ({
  type: 'text/html',
  text: `<!doctype html><html lang="en"><meta charset="utf-8"><title>App</title><link rel="icon" href="data:,">${body}</html>`,
})

/** `read`: the file of a path, if there is one. */
export async function startApp(read: (path: string) => AppFile | undefined): Promise<AppServer> {
  const server = createServer((request, response) => {
    const file = read(new URL(request.url ?? '/', 'http://localhost').pathname)
    response.writeHead(file === undefined ? 404 : 200, {
      'Content-Type': `${file?.type ?? 'text/plain'}; charset=utf-8`,
    })
    response.end(file?.text ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    stop: async () => void (await new Promise((resolve) => server.close(resolve).closeAllConnections())),
  }
}

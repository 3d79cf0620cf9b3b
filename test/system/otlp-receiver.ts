/** A collector in a process of its own: hands everything that it gets to its parent. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8')
  })
  request.on('end', () => {
    process.send?.({
      path: request.url,
      key: request.headers['x-collector-key'],
      type: request.headers['content-type'],
      text,
    })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(0))

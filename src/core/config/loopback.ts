/** Names and addresses of this machine alone. RFC 6761 6.3, RFC 1122 3.2.1.3, RFC 4291 2.5.3. */
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/

export const isLoopbackHost = (host: string): boolean => loopbackHost.test(host)

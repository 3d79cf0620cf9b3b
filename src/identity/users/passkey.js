/** Hands the link's token to its form, and asks the browser for a passkey where a form wants one. Served at /oidc/passkey.js. */
const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const toText = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

const withBytes = (list = []) => list.map((item) => ({ ...item, id: toBytes(item.id) }))

const create = (options) =>
  navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: toBytes(options.challenge),
      user: { ...options.user, id: toBytes(options.user.id) },
      excludeCredentials: withBytes(options.excludeCredentials),
    },
  })

const get = (options) =>
  navigator.credentials.get({ publicKey: { ...options, challenge: toBytes(options.challenge), allowCredentials: [] } })

/** As a form can carry it: the members that the server checks. */
function pack({ id, type, rawId, response }) {
  const names = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']
  const members = names.filter((name) => response[name]).map((name) => [name, toText(response[name])])
  return JSON.stringify({ id, type, rawId: toText(rawId), response: Object.fromEntries(members) })
}

const messages = {
  NotAllowedError: 'No passkey was given. Please try again when you are ready.',
  InvalidStateError: 'This device has a passkey for you already. Use another device, or sign in with it.',
  NotSupportedError: 'This device cannot make such a passkey. Please use another one.',
}
const other = 'This browser could not use a passkey here. Please try another browser or device.'

async function answer(form, notice) {
  notice.textContent = ''
  try {
    const options = JSON.parse(form.dataset.options)
    const given = await (form.dataset.passkey === 'create' ? create(options) : get(options))
    form.elements.passkey.value = pack(given)
    // Not `requestSubmit`: that would come here again.
    form.submit()
  } catch (error) {
    notice.textContent = messages[error.name] ?? other
  }
}

const asking = document.querySelector('form[data-passkey]')
asking?.addEventListener('submit', async (event) => {
  event.preventDefault()
  const [button, notice] = [asking.querySelector('button'), asking.querySelector('.notice')]
  button.disabled = true
  await answer(asking, notice)
  button.disabled = false
})

const elsewhere = document.querySelector('form[data-upstream]')
elsewhere?.addEventListener('submit', async (event) => {
  event.preventDefault()
  const body = JSON.stringify({ token: elsewhere.elements.token.value })
  const headers = { 'Content-Type': 'application/json' }
  const asked = fetch(elsewhere.dataset.upstream, { method: 'POST', headers, body })
  const told = await asked.then((response) => response.json()).catch(() => ({}))
  if (told.location === undefined) elsewhere.querySelector('.notice').textContent = told.message ?? other
  else location.assign(told.location)
})

const opening = document.querySelector('form[data-link]')
if (opening !== null && location.hash.length > 1) {
  opening.elements.token.value = location.hash.slice(1)
  // Neither history nor a bookmark keeps the token.
  history.replaceState(null, '', location.pathname)
  opening.submit()
}

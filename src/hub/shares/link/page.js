/** Asks for the second factor, and shows what then comes: as text alone, never as markup. */
const find = (id) => document.getElementById(id)

const fields = ['day', 'month', 'year'].map(find)

/** Taken out of the address at once, so that neither history nor a bookmark keeps the secret. */
const link = location.hash.slice(1)
history.replaceState(null, '', location.pathname)

let dateOfBirth = ''

const messages = {
  400: 'That is not a whole date. Give day, month and year, such as 7, 11 and 1984.',
  401: 'That is not the date of birth on record. Please check it and try again.',
  404: 'This link is not complete, or was never one of ours. Open it again from the message that you got.',
  410: 'This link has ended. Whoever sent it can send you another one.',
  403: 'Links cannot be opened at the moment. Please try again later.',
  429: 'There were too many wrong dates from here. Please wait a quarter of an hour.',
}
const later = 'Something did not work. Please try again in a moment.'

function readDate() {
  const [day, month, year] = fields.map(({ value }) => value.trim())
  const text = `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${text}T00:00:00Z`)
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && year.length === 4
  return isDate && date.toISOString().startsWith(text) ? text : undefined
}

const ask = (accept) =>
  fetch('/s', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: accept },
    body: JSON.stringify({ link, dateOfBirth }),
    credentials: 'omit',
    cache: 'no-store',
  })

function mark(isWrong) {
  for (const field of fields) field.setAttribute('aria-invalid', String(isWrong))
}

function tell(status) {
  find('notice').textContent = messages[status] ?? later
  const isDate = status === 400 || status === 401
  mark(isDate)
  if (isDate) fields[0].focus()
  // There is nothing left to ask for.
  if (status === 404 || status === 410)
    for (const item of document.querySelectorAll('#intro, #unlock fieldset, #unlock button, #hint')) item.hidden = true
}

const element = (name, text) => Object.assign(document.createElement(name), { textContent: text })

function show({ title, writtenAt, writtenBy, sections }) {
  const at = new Date(writtenAt).toLocaleDateString('en-AU', { dateStyle: 'long' })
  document.title = 'Your document'
  find('title').textContent = title
  find('written').textContent = [writtenBy, at].filter((part) => part !== '').join(' · ')
  find('sections').replaceChildren(
    ...sections.map(({ title: heading, lines }) => {
      const section = document.createElement('section')
      const list = document.createElement('ul')
      list.append(...lines.map((line) => element('li', line)))
      section.append(element('h2', heading), list)
      return section
    }),
  )
  find('locked').hidden = true
  find('opened').hidden = false
  find('title').focus()
}

async function unlock(event) {
  event.preventDefault()
  const date = readDate()
  if (date === undefined) return tell(400)
  dateOfBirth = date
  const button = find('unlock').querySelector('button')
  button.disabled = true
  find('notice').textContent = ''
  mark(false)
  try {
    const answer = await ask('application/json')
    button.disabled = false
    if (answer.ok) show(await answer.json())
    else tell(answer.status)
  } catch {
    button.disabled = false
    tell(0)
  }
}

async function download() {
  const button = find('download')
  button.disabled = true
  find('told').textContent = ''
  try {
    const answer = await ask('application/pdf')
    if (answer.ok) save(await answer.blob())
    else
      find('told').textContent =
        answer.status === 503
          ? 'The PDF is not ready yet. Please try again in a moment.'
          : (messages[answer.status] ?? later)
  } catch {
    find('told').textContent = later
  }
  button.disabled = false
}

function save(blob) {
  const address = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: address, download: 'document.pdf' }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

find('unlock').addEventListener('submit', unlock)
find('download').addEventListener('click', download)
if (!/^[0-9a-f-]{36}\.[A-Za-z0-9_-]{43}$/.test(link)) tell(404)
else fields[0].focus()

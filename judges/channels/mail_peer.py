"""A site's mail server: aiosmtpd. It takes mail only over TLS that STARTTLS has begun, and only from whoever has logged in.

Arguments: certificate and key as PEM files, user, password. It prints one JSON object a line for each mail, as Python's email reads it,
and one for each login. A second port has no STARTTLS and takes anything.
"""
import email
import email.policy
import json
import ssl
import sys

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

certificate, private_key, user, password = sys.argv[1:5]


def tell(**facts):
    print(json.dumps(facts), flush=True)


class Reader:
    """Prints each mail, and on which port it came."""

    def __init__(self, port):
        self.port = port

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.original_content or envelope.content, policy=email.policy.default)
        body = mail.get_body(('plain',))
        tell(
            kind='mail',
            port=self.port,
            encrypted=session.ssl is not None,
            login=session.auth_data.login.decode() if session.authenticated else '',
            sender=envelope.mail_from,
            recipients=envelope.rcpt_tos,
            headers={name.lower(): str(value) for name, value in mail.items()},
            defects=[type(one).__name__ for one in mail.defects],
            attachments=len(list(mail.iter_attachments())),
            text=body.get_content() if body else '',
        )
        return '250 OK'


def authenticate(server, session, envelope, mechanism, data):
    is_known = isinstance(data, LoginPassword) and (data.login, data.password) == (user.encode(), password.encode())
    tell(kind='login', encrypted=session.ssl is not None, known=is_known)
    # Not handled: aiosmtpd answers 535 itself.
    return AuthResult(success=is_known, handled=False, auth_data=data)


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, private_key)
guarded = Controller(
    Reader('guarded'),
    hostname='127.0.0.1',
    port=int(sys.argv[5]),
    tls_context=context,
    require_starttls=True,
    authenticator=authenticate,
    auth_required=True,
)
clear = Controller(Reader('clear'), hostname='127.0.0.1', port=int(sys.argv[6]))
for one in (guarded, clear):
    one.start()
tell(kind='listening', guarded=int(sys.argv[5]), clear=int(sys.argv[6]))
sys.stdin.read()
for one in (guarded, clear):
    one.stop()

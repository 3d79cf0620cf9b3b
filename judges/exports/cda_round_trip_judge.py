"""What the entries of a CDA document say, looked for in the Bundle that `--from cda` makes of it. Arguments: pairs of files."""
import json, re, sys
from lxml import etree

V3, XSI = '{urn:hl7-org:v3}', '{http://www.w3.org/2001/XMLSchema-instance}type'
NCTIS, STATEMENTS = '1.2.36.1.2001.1001.101', '1.2.36.1.2001.1001.101.104.16299'
# Acts that say the narrative again.
NARRATED = ('102.15513', '102.15513.132.1.1', '102.15513.132.1.2', '103.15582', '102.20016.4.1.2')
REASONS = {'01': ('nilknown', 'no-known-'), '02': ('notasked', None), '03': ('unavailable', 'no-')}


def strings(value):
    if isinstance(value, str):
        yield ' '.join(value.split())
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from strings(part)


def own_code(node):
    code = node.find(V3 + 'code')
    return '' if code is None else code.get('code', '')


def is_kind(node):
    """A discharge summary tells in words what kind of problem, reaction or status an observation is; FHIR has codes for these."""
    holder = node.getparent()
    if etree.QName(holder).localname != 'observation' or node.get('code') is not None:
        return False
    is_status = holder.getparent().get('typeCode') in ('SUBJ', 'SPRT') and holder.find(V3 + 'value') is None
    is_reaction = own_code(holder) == '102.15517' and etree.QName(node).localname == 'value'
    is_problem = etree.QName(node).localname == 'code' and holder.find(V3 + 'value') is not None
    return is_status or is_reaction or is_problem


def stated(entry):
    """Codes, texts and days, each with the place that it comes from."""
    for node in entry.iter():
        name = etree.QName(node).localname
        parent = node.getparent()
        if any(etree.QName(above).localname == 'performer' for above in node.iterancestors()):
            continue
        if name in ('code', 'value') and node.get('code') and not (node.get('codeSystem') or '').startswith(NCTIS):
            if not (name == 'code' and node.get('code') == '282291009'):
                yield name, node.get('code')
        if name == 'originalText' and parent.get('nullFlavor') is None and not is_kind(parent):
            yield name, re.sub(r' \(unconfirmed\)$', '', ' '.join((node.text or '').split()))
        if name == 'text' and node.get(XSI) == 'ST' and node.text:
            yield name, ' '.join(node.text.split())
        if name in ('effectiveTime', 'low', 'high') and re.match(r'\d{8}', node.get('value', '')):
            digits = node.get('value')
            yield 'time', f'{digits[:4]}-{digits[4:6]}-{digits[6:8]}'


def holds(kind, value, found):
    if kind == 'time':
        return any(text.startswith(value) for text in found)
    # Doubt and state stand before a comment or a diagnosis, and are statuses in FHIR.
    return value in found or (kind == 'text' and any(
        value.startswith(f'{word}') for word in ('Provisional', 'Unconfirmed', 'Differential', 'Resolved', 'Inactive', 'In remission')))


def findings(cda, bundle):
    found = set(strings(json.load(open(bundle, encoding='utf-8'))))
    tree = etree.parse(cda)
    # A withdrawn document states nothing.
    if tree.find('{*}completionCode').get('code') == 'W':
        return
    for entry in tree.iter(V3 + 'entry'):
        node = entry[0]
        code = own_code(node)
        if code in NARRATED or code in ('103.20109', '103.16028', '102.16134', '103.16620'):
            continue
        if code.startswith('103.16302'):
            value = node.find(V3 + 'value')
            reason, prefix = REASONS[value.get('code')]
            if code != '103.16302.4.3.3' and reason not in found and not any(prefix and text.startswith(prefix) for text in found):
                yield f'statement {code}'
            continue
        for kind, value in stated(entry):
            if not holds(kind, value, found):
                yield f'{kind} in {etree.QName(node).localname} {code}'


for cda, bundle in zip(sys.argv[1::2], sys.argv[2::2]):
    for finding in findings(cda, bundle):
        print(f'{cda}\t{finding}')

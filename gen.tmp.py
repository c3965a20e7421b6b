import sys
a,b=sys.argv[1:3]
s=open('tests/browser/crm-tags.spec.ts').read()
body=s[s.index('  const plain ='):s.rindex('});')]
body=body.replace('(name: string)','(name)').replace('(typed: string)','(typed)').replace('await auditPage(tab, new URL(tab.url()).pathname);','')
body=body.replace('browser.newContext({ javaScriptEnabled: false })','browser.newContext({ javaScriptEnabled: false, baseURL: base })').replace('browser.newContext({ viewport','browser.newContext({ baseURL: base, viewport')
body=body.replace('Tagged',a).replace('Journey',b).replace('journey',b.lower())
t=open('journey.tmp.mjs').read()
i=t.index('  const plain ='); j=t.index('  console.log("JOURNEY OK")')
open('journey.tmp.mjs','w').write(t[:i]+body.replace('const page = await plain.newPage();','const page = (last = await plain.newPage());').replace('const tab = await scripted.newPage();','const tab = (last = await scripted.newPage());')+t[j:])

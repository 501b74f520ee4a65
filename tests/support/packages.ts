import { zip } from '#demo/zip.ts';

/** E-learning packages in the structures that authoring tools write, each as small as it can be. */

const resource = (id: string, href: string, version: string) =>
  `<resource identifier="${id}" type="webcontent" adlcp:${version === '1.2' ? 'scormtype' : 'scormType'}="sco" href="${href}"><file href="${href}"/></resource>`;

/** A manifest of parts; `rules` stand inside of the organization, `inside` in its item, `more` behind the resources. */
export function manifest(
  parts: { id: string; href: string; inside?: string }[],
  {
    version = '1.2',
    rules = '',
    items,
    more = '',
  }: { version?: string; rules?: string; items?: string; more?: string } = {},
): string {
  const one = ({ id, inside = '' }: { id: string; inside?: string }) =>
    `<item identifier="${id}" identifierref="r-${id}"><title>${id}</title>${inside}</item>`;
  return `<?xml version="1.0"?>
<manifest identifier="m" version="1" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:adlseq="http://www.adlnet.org/xsd/adlseq_v1p3" xmlns:adlnav="http://www.adlnet.org/xsd/adlnav_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
<metadata><schema>ADL SCORM</schema><schemaversion>${version}</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>Kurs</title>${items ?? parts.map(one).join('')}${rules}</organization></organizations>
<resources>${parts.map(({ id, href }) => resource(`r-${id}`, href, version)).join('')}</resources>${more}
</manifest>`;
}

/** A page; what its frames call stands in `head`, for they may be there before the end of the page is. */
const page = (body: string, script = '', head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title><script>${head}</script></head><body>${body}<script>${script}</script></body></html>`;

/** The search that the standard prescribes: from window to window outwards, then from where the window was opened. */
const find = `function find(w){while(!w.API&&w.parent&&w.parent!==w)w=w.parent;return w.API||null}
var api=find(window)||(window.opener&&find(window.opener));`;

/** One SCO that shows its pages in a frame; they call it, and it speaks for them. The last page asks in a window of its own. */
export const framedPackage = (): Buffer =>
  zip([
    { name: 'imsmanifest.xml', content: manifest([{ id: 'shell', href: 'index.html' }]) },
    {
      name: 'index.html',
      content: page(
        '<iframe name="stage" title="stage" width="600" height="300"></iframe>',
        "document.querySelector('iframe').src=at==='2'?'pages/two.html':'pages/one.html'",
        `${find} api.LMSInitialize(''); function went(n){api.LMSSetValue('cmi.core.lesson_location',String(n));api.LMSCommit('')}
         var at=api.LMSGetValue('cmi.core.lesson_location');window.onunload=function(){api.LMSFinish('')}`,
      ),
    },
    { name: 'pages/one.html', content: page('<a href="two.html">onward</a>', 'parent.went(1)') },
    {
      name: 'pages/two.html',
      content: page(
        '<button onclick="window.open(\'../quiz.html\')">quiz</button><p id="said"></p>',
        'parent.went(2);window.said=function(x){document.getElementById("said").textContent=x}',
      ),
    },
    {
      name: 'quiz.html',
      content: page(
        '<button onclick="done()">answer</button>',
        `${find} function done(){api.LMSSetValue('cmi.core.score.raw','80');api.LMSSetValue('cmi.core.lesson_status','passed');api.LMSCommit('');opener.said('answered');window.close()}`,
      ),
    },
  ]);

/**
 * SCOs by rules: the second is closed until the first is passed, the third is reached by a jump alone. They show what they
 * may ask for.
 */
export const ruledPackage = (): Buffer => {
  const rules = (inside: string) => `<imsss:sequencing>${inside}</imsss:sequencing>`;
  const map = (how: string) => `<imsss:mapInfo targetObjectiveID="learnt" ${how}/>`;
  const condition = (name: string) =>
    `<imsss:preConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="${name}" operator="not" referencedObjective="before"/></imsss:ruleConditions><imsss:ruleAction action="disabled"/></imsss:preConditionRule>`;
  const first = rules(
    `<imsss:objectives><imsss:primaryObjective objectiveID="own">${map('writeSatisfiedStatus="true"')}</imsss:primaryObjective></imsss:objectives><imsss:deliveryControls objectiveSetByContent="true"/>`,
  );
  const second = rules(
    `<imsss:sequencingRules>${condition('satisfied')}${condition('objectiveStatusKnown')}</imsss:sequencingRules><imsss:objectives><imsss:primaryObjective objectiveID="p"/><imsss:objective objectiveID="before">${map('readSatisfiedStatus="true"')}</imsss:objective></imsss:objectives>`,
  );
  const speak = `function find(w){while(!w.API_1484_11&&w.parent!==w)w=w.parent;return w.API_1484_11}
var api=find(window);api.Initialize('');function done(way){api.SetValue('cmi.completion_status','completed');api.SetValue('cmi.success_status',way);api.Commit('')}
function jump(to){api.SetValue('adl.nav.request','{target='+to+'}jump');api.Terminate('')}
setInterval(function(){document.getElementById('may').textContent=['continue','choice.{target=third}','jump.{target=third}'].map(function(one){return api.GetValue('adl.nav.request_valid.'+one)}).join(' ')},100)`;
  const body = (name: string) =>
    `<h1>${name}</h1><button onclick="done('failed')">fail</button><button onclick="done('passed')">pass</button><button onclick="jump('third')">jump</button><p id="may"></p>`;
  const third = rules(
    '<imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="always"/></imsss:ruleConditions><imsss:ruleAction action="hiddenFromChoice"/></imsss:preConditionRule></imsss:sequencingRules>',
  );
  return zip([
    {
      name: 'imsmanifest.xml',
      content: manifest(
        [
          { id: 'first', href: 'first.html', inside: first },
          { id: 'second', href: 'second.html', inside: second },
          { id: 'third', href: 'third.html', inside: third },
        ],
        {
          version: '2004 4th Edition',
          rules: rules('<imsss:controlMode choice="true" flow="true"/>'),
        },
      ),
    },
    { name: 'first.html', content: page(body('first'), speak) },
    { name: 'second.html', content: page(body('second'), speak) },
    { name: 'third.html', content: page(body('third'), speak) },
  ]);
};

/** One SCO that is left when its seconds are over, and tells what it was told of them. */
export const hurriedPackage = (seconds: number): Buffer =>
  zip([
    {
      name: 'imsmanifest.xml',
      content: manifest([
        {
          id: 'hurry',
          href: 'index.html',
          inside: `<adlcp:maxtimeallowed>0000:00:${String(seconds).padStart(2, '0')}</adlcp:maxtimeallowed><adlcp:timelimitaction>exit,message</adlcp:timelimitaction>`,
        },
      ]),
    },
    {
      name: 'index.html',
      content: page(
        '<p id="said"></p>',
        `${find} api.LMSInitialize('');document.getElementById('said').textContent=api.LMSGetValue('cmi.student_data.max_time_allowed')`,
      ),
    },
  ]);

/** One SCO that begins the run time on its first page and goes on speaking with it from the next, in the same window. */
export const walkingPackage = (): Buffer =>
  zip([
    { name: 'imsmanifest.xml', content: manifest([{ id: 'walk', href: 'one.html' }]) },
    {
      name: 'one.html',
      content: page('<a href="two.html">onward</a>', `${find} api.LMSInitialize('')`),
    },
    {
      name: 'two.html',
      content: page(
        '<p id="said"></p>',
        `${find} document.getElementById('said').textContent=api.LMSSetValue('cmi.core.lesson_status','completed');api.LMSCommit('')`,
      ),
    },
  ]);

/** Pages as published for the web: a story whose slides lie in a frame and steer it, with no manifest. */
export const storyPackage = (): Buffer =>
  zip([
    {
      name: 'story.html',
      content: page(
        '<p id="at">0</p><iframe title="slide" src="story_content/slide1.html"></iframe>',
        '',
        'window.player={go:function(n){document.getElementById("at").textContent=n;document.querySelector("iframe").src="story_content/slide"+n+".html"}};sessionStorage.setItem("kept","1")',
      ),
    },
    { name: 'story_content/slide1.html', content: page('<button onclick="parent.player.go(2)">onward</button>') },
    { name: 'story_content/slide2.html', content: page('<p>the end</p>') },
  ]);

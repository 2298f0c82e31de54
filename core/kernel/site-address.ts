// Whether a text names the address of a site, whatever its spelling (decision 113). French prose passes: « etc.Voilà »,
// « M.Dupont », « 12.5 », an e-mail address.

/** Invisible characters, which a reader does not see and a mail reader skips. */
const invisible = /\p{Cf}|\p{Variation_Selector}|\p{Default_Ignorable_Code_Point}/gu;

/** As a mail reader shows it: full-width letters, and the other dots and slashes, are the usual ones. */
export const asShown = (text: string): string =>
  text
    .replaceAll(invisible, '')
    .normalize('NFKC')
    .replaceAll(invisible, '')
    .replaceAll('\u3002', '.')
    .replaceAll(/[\u2044\u2215\u29F8]/g, '/');

/** Written in any case. */
const usual = new Set(
  'com net org info biz fr eu io co tv cc app dev xyz site online shop store top club live pro tech space website web cloud link click page blog digital agency security paris bzh alsace corsica world group icu vip fun win buzz one cyou sbs bond mobi asia tel name jobs travel edu gov mil int arpa work email support services company solutions network systems media news today life guru expert help chat rocks run zone center finance bank money loan credit insure legal download stream date gift promo sale deals cash'.split(
    ' ',
  ),
);

/** Of a country. With a capital they begin a sentence: « Merci.De », « fini.Il ». */
const national = new Set(
  'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cd cf cg ch ci ck cl cm cn cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et fi fj fk fm fo ga gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw'.split(
    ' ',
  ),
);

/** Not sites, when a slash follows: « contrat.pdf/avenant.pdf ». */
const files = new Set('pdf doc docx xls xlsx csv txt png jpg jpeg odt ods'.split(' '));

const letter = '[\\p{L}\\p{N}_-]';
/** Words joined by dots, and what stands on both sides. */
const dotted = new RegExp(
  `(?<before>@?)(?<![\\p{L}\\p{N}_.-])(?<labels>${letter}+(?:\\.${letter}+)*)\\.(?<end>[a-zA-Z]{2,24}|xn--[a-z0-9-]+)\\.?(?!${letter})(?<after>[/:?#]?)(?=(?<next>\\S?))`,
  'gu',
);

function isSite(found: RegExpMatchArray): boolean {
  const { before, labels = '', end = '', after, next } = found.groups ?? {};
  const leads = (after === '/' || after === '?' || after === '#') && next !== '';
  // The address of a mailbox.
  if (before === '@' && !leads) return false;
  const low = end.toLowerCase();
  if (low.startsWith('xn--') || usual.has(low)) return true;
  const last = labels.split('.').at(-1) ?? '';
  if (last.length < 2) return false;
  const isCapital = end !== low && end !== end.toUpperCase();
  if (national.has(low)) return !isCapital;
  return leads && !isCapital && !files.has(low);
}

export function namesSite(text: string): boolean {
  const shown = asShown(text);
  // « [.] » and « (.) » are dots too, and one after a space.
  const joined = shown.replaceAll(/\s*[[({]\s*\.\s*[\])}]\s*/g, '.').replaceAll(/\s+\.(?=[a-z]{2})/gi, '.');
  return (
    /\b(?:https?|ftp)\s*:/i.test(shown) ||
    /\/\/\s*[\p{L}\p{N}[]/u.test(shown) ||
    /\bwww\d?\s*\./i.test(shown) ||
    /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?:\/|:\d)/.test(shown) ||
    [...joined.matchAll(dotted)].some(isSite)
  );
}

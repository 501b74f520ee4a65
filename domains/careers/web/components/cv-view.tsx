import { IconRosetteDiscountCheckFilled } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import type { Locale } from '#platform/contract/index.ts';
import { useMessages } from '#platform/web/index.ts';
import { showPhone } from '#platform/web/kit/index.ts';
import { levelInWords, monthInWords, paperWords, spanInWords } from '../../paper-words.ts';
import type { CvContent, CvLayout, cvPlaces, Fact } from '../../shapes-cv.ts';
import classes from './cv-view.module.css';

export type Place = (typeof cvPlaces)[number];

interface CvViewProps {
  name: string;
  language: Locale;
  layout: CvLayout;
  photo: string | null;
  content: CvContent;
  /** Those that stand in it. */
  facts: readonly Fact[];
  /** Stands at the end of a part, or of an entry of one: what is said of it, a button to say something. */
  aside?: (place: Place, entry: string | null) => ReactNode;
}

interface Proof {
  ref: string;
  title: string;
  at?: string | null | undefined;
  link?: string | null | undefined;
}

/** A CV as it will be printed, near enough to write against; what people wrote is text and nothing else. */
export function CvView(props: CvViewProps) {
  const { content, facts, language, layout, name, photo, aside = () => null } = props;
  const words = paperWords[language];
  const degree = facts.filter(({ kind }) => kind === 'DEGREE');
  const achieved = facts.filter(({ kind }) => kind === 'ACHIEVEMENT');
  const modules = facts.filter(({ kind }) => kind === 'MODULE');
  const part = (place: Place, title: string, children: ReactNode) => (
    <section>
      <h3 className={classes.heading}>
        {title}
        {aside(place, null)}
      </h3>
      {children}
    </section>
  );
  /** A part whose entries are a title, from whom it is, when, and maybe where to look. */
  const proofs = <P extends Proof>(place: Place, title: string, entries: readonly P[], from: (one: P) => string) =>
    entries.length > 0 &&
    part(
      place,
      title,
      entries.map((one) => (
        <Entry
          key={one.ref}
          title={one.title}
          under={[from(one)]}
          when={monthInWords(one.at)}
          link={one.link}
          aside={aside(place, one.ref)}
        />
      )),
    );
  const head = (
    <>
      <div className={classes.head}>
        <div style={{ minWidth: 0 }}>
          <h2 className={classes.name}>{name}</h2>
          {content.headline && (
            <p className={classes.headline}>
              {content.headline} {aside('headline', null)}
            </p>
          )}
          {layout === 'CLASSIC' && <Contacts content={content} aside={aside('contacts', null)} />}
        </div>
        {photo && <img src={photo} alt="" className={classes.photo} />}
      </div>
      {layout === 'MODERN' && part('contacts', words.contacts, <Contacts content={content} aside={null} />)}
    </>
  );
  const skills = (
    <>
      {(content.hard_skills.length > 0 || content.soft_skills.length > 0) &&
        part(
          'hard_skills',
          words.skills,
          <>
            <div>{content.hard_skills.join(', ')}</div>
            <div className={classes.quiet}>{content.soft_skills.join(', ')}</div>
          </>,
        )}
      {content.language_skills.length > 0 &&
        part(
          'language_skills',
          words.languages,
          content.language_skills.map((one) => (
            <div key={one.ref}>
              {one.language} – {levelInWords(language, one.level)} {aside('language_skills', one.ref)}
            </div>
          )),
        )}
    </>
  );
  const way = (
    <>
      {content.objective && (
        <p className={classes.text}>
          {content.objective} {aside('objective', null)}
        </p>
      )}
      {content.work_experiences.length > 0 &&
        part(
          'work_experiences',
          words.work,
          content.work_experiences.map((one) => (
            <Entry
              key={one.ref}
              title={one.position}
              under={[one.employer, one.city]}
              when={spanInWords(language, one.from, one.to, true)}
              text={one.text}
              aside={aside('work_experiences', one.ref)}
            />
          )),
        )}
      {(degree.length > 0 || content.schools.length > 0) &&
        part(
          'schools',
          words.education,
          <>
            {degree.map((one) => (
              <FactEntry key={one.ref} fact={one} />
            ))}
            {content.schools.map((one) => (
              <Entry
                key={one.ref}
                title={one.name}
                under={[one.degree, one.city]}
                when={spanInWords(language, one.from, one.to)}
                text={one.note}
                aside={aside('schools', one.ref)}
              />
            ))}
          </>,
        )}
      {achieved.length > 0 &&
        part(
          'facts',
          words.achievements,
          achieved.map((one) => <FactEntry key={one.ref} fact={one} />),
        )}
      {proofs('certificates', words.certificates, content.certificates, ({ issuer }) => issuer)}
      {proofs('awards', words.awards, content.awards, ({ issuer }) => issuer)}
      {proofs('articles', words.articles, content.articles, (one) => one.published_in)}
      {modules.length > 0 && (
        <section>
          <h3 className={classes.heading}>{words.modules}</h3>
          <div className={classes.modules}>
            {modules.map((one) => (
              <div key={one.ref}>
                <Tick />
                {one.title}
                <div className={classes.quiet}>{one.detail}</div>
              </div>
            ))}
          </div>
        </section>
      )}
    </>
  );
  return (
    <article className={classes.paper} lang={language}>
      {layout === 'MODERN' ? (
        <div className={classes.modern}>
          <div className={classes.side}>
            {head}
            {skills}
          </div>
          <div className={classes.main}>{way}</div>
        </div>
      ) : (
        <div className={classes.classic}>
          {head}
          {way}
          {skills}
        </div>
      )}
    </article>
  );
}

/** That the record vouches for it. */
function Tick() {
  const t = useMessages();
  return (
    <IconRosetteDiscountCheckFilled size={15} className={classes.tick} aria-label={t('careers.verified')} role="img" />
  );
}

function Contacts({ content, aside }: { content: CvContent; aside: ReactNode }) {
  return (
    <div className={classes.contacts}>
      {content.phone && <span>{showPhone(content.phone)}</span>}
      {content.email && <a href={`mailto:${content.email}`}>{content.email}</a>}
      {content.city && <span>{content.city}</span>}
      {content.links.map((link) => (
        <Fragment key={link}>
          <Outside link={link}>{link.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')}</Outside>
        </Fragment>
      ))}
      {aside}
    </div>
  );
}

/** Only what is an address of the web becomes a link, whatever was stored. */
function Outside({ link, children }: { link: string | null | undefined; children: ReactNode }) {
  return link && /^https?:\/\//i.test(link) ? (
    <a href={link} target="_blank" rel="noreferrer noopener nofollow">
      {children}
    </a>
  ) : (
    children
  );
}

function Entry({
  title,
  under,
  when,
  text = '',
  link,
  aside,
}: {
  title: string;
  under: (string | null)[];
  when: string;
  text?: string;
  link?: string | null | undefined;
  aside: ReactNode;
}) {
  return (
    <div className={classes.entry}>
      <div className={classes.line}>
        <span className={classes.title}>
          <Outside link={link}>{title}</Outside> {aside}
        </span>
        <span className={classes.when}>{when}</span>
      </div>
      {under.some(Boolean) && <div className={classes.quiet}>{under.filter(Boolean).join(' · ')}</div>}
      {text && <p className={classes.text}>{text}</p>}
    </div>
  );
}

function FactEntry({ fact }: { fact: Fact }) {
  return (
    <div className={classes.entry}>
      <div className={classes.line}>
        <span className={classes.title}>
          <Tick />
          {fact.title}
        </span>
        <span className={classes.when}>{fact.at}</span>
      </div>
      <div className={classes.quiet}>{fact.detail}</div>
    </div>
  );
}

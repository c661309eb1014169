import { Link } from '@tanstack/react-router';
import { BRAND } from '#contract/brand.ts';
import { useTax } from '#web/api/tax.ts';
import { LegalPage } from './legal-page.tsx';

export function PrivacyPage() {
  const tax = useTax();
  return (
    <LegalPage
      title="Privacy Policy"
      lead={`What ${BRAND.name} stores about you and why. In short: as little as the service needs, no advertising, no tracking.`}
    >
      <h2>When you only browse</h2>
      <p>
        We store nothing that identifies you. To know how many people visit, we keep one count for each day,
        derived from network addresses and browsers. What we need to count the same visitor only once is
        deleted when the day ends; the count alone stays, and it can’t lead back to you. Requests from your
        network address are counted in memory, minute by minute, to limit abuse; the address itself is never
        stored. Our logs record the kind of page, the result and how long it took, with a random number for
        each request, but neither your address nor what you searched for. For the safety of accounts they also
        record sign-ins, sign-outs, exports and the like, with our ID for the account, for up to a year.
      </p>
      <h2>When you sign in with Google</h2>
      <p>Google asks for your consent and then tells us, and we keep:</p>
      <ul>
        <li>Google’s ID for your account, which is how we recognize you;</li>
        <li>
          your first and last name, your email address and the link to your picture, to show them to you.
        </li>
      </ul>
      <p>
        We get no access to your mail, contacts, files or password. Other members see your name beside your
        comments; if your account has no name, they see your email address with most of it hidden.
      </p>
      <h2>What you do here</h2>
      <p>
        To do its job, the service stores your favorites, collections, votes, comments and reports; which
        prompts you opened, copied, ordered or asked the library for; your plan; which emails you chose; the
        day of your last visit; and what the bell in the header told you. It also stores the browser and
        system you sign in with, so you can tell your sessions apart and we can warn you of a new one.
      </p>
      <p>
        Your last searches, drafts and the values you fill into prompts stay in your browser and are cleared
        when you sign out. So is the copy of your favorites and collections, with the texts you may read, that
        your browser keeps for reading offline; it expires after seven days without a connection. What a
        visitor writes to us stays in the browser until it is sent or the tab is closed. Your choices of sort,
        format, AI tool and shortcuts stay in your browser, too. Values you save under a name are stored with
        us until you delete them.
      </p>
      <p>
        A collection you share is seen by everyone, or by everyone who has its link, and with your name only
        if you choose to. “Open in…” hands the filled-in prompt to the AI service you choose; if you set an
        address of your own for it, we store that with your account.
      </p>
      <h2>Tokens and apps you connect</h2>
      <p>
        For each token you create and each app you connect, we keep the name, what it may do, when it was
        created, when it expires and the day it was last used; of the secret itself, only a fingerprint. An
        app can read prompts and favorites as you allowed, and what it does with them is up to whoever runs
        it. You end both on your <Link to="/account">Account</Link> page. Signing out doesn’t end them;
        deleting your account does.
      </p>
      <h2>Teams</h2>
      <p>
        If you join a team, its members see your name and the collections and values you share with it, and
        nothing else: not your email address, and not what you fill in without saving it for the team. When
        you leave or delete your account, the team keeps copies of what you shared. To invite somebody by
        email we store the address until they join or the invitation ends, after seven days at most.
      </p>
      <h2>Who on our team can see it</h2>
      <p>
        A few people run the library. To help you, write what you ordered and act on reports, they can see
        your name and email address, plan, orders, comments, where you are signed in, and how many tokens and
        apps you have, but never the values you filled in or your card. They see a collection only when it is
        shared and reported. Their changes are kept in a log that contains our ID for your account, even after
        your account is deleted.
      </p>
      <Cookies />
      <h2>Payments</h2>
      <p>
        You pay through Stripe, on Stripe’s form. Your card number goes to Stripe and never to us. We keep
        your customer number at Stripe, your plan, its status and its dates. Stripe’s own privacy policy
        covers what Stripe does with your data.
        {tax === undefined
          ? null
          : ' To compute the tax we owe, it also keeps the country and postal code you enter before you pay.'}
      </p>
      <h2>Emails</h2>
      <p>
        We email you about payments, orders, answers and the safety of your account, and otherwise only as you
        choose on your account page. Our emails have no pictures or links that tell us whether you read them.
        We delete an email’s content and address from our records three days after sending it, and the record
        that it was sent after ninety days.
      </p>
      <h2>When you write to us</h2>
      <p>
        We keep what you write on the <Link to="/contact">Contact</Link> page, our answers, and the notes our
        team makes about it; only our team reads them. A message whose address nobody confirms is deleted
        after seven days, a finished conversation a year after it was closed, and a member’s with the account.
        If you don’t have an account, we use your address only to answer you.
      </p>
      <h2>Who else sees your data</h2>
      <p>
        Google, when you sign in. Stripe, when you pay. The provider that delivers our emails, when we write
        to you. No one else: we sell nothing, show no advertising, and load no fonts, scripts or counters from
        other companies while you browse.
      </p>
      <h2>How long, and your rights</h2>
      <p>
        We keep your account’s data for as long as the account exists, and payment records for as long as the
        law requires. On your <Link to="/account">Account</Link> page you can change the name others see, end
        sessions, download a copy of everything, and delete the account. Your profile, favorites, collections,
        saved values, votes, recent prompts, messages to us, sessions, tokens and connected apps are then
        deleted at once. Your comments stay without your name or are deleted too, as you choose. Of your
        orders we keep only what bookkeeping needs. If you had a trial or a plan, we keep a one-way code of
        your Google account, so that a trial isn’t given twice. Backups, which nobody reads unless something
        has to be restored, hold deleted data for two more weeks. You may also complain to the data protection
        authority where you live.
      </p>
      <p>
        When the meaning of this page changes, so does the date above. The rules for using the service are in
        the <Link to="/terms">Terms of Service</Link>.
      </p>
    </LegalPage>
  );
}

function Cookies() {
  return (
    <>
      <h2>Cookies</h2>
      <p>Two, both strictly necessary, so there is no cookie banner:</p>
      <ul>
        <li>
          <strong>theme</strong>: light or dark, only after you have chosen one. Kept for a year; choosing
          “System” removes it.
        </li>
        <li>
          <strong>session</strong>: that you’re signed in. It is removed when you sign out.
        </li>
      </ul>
      <p>
        While you are on Google’s sign-in page, a short-lived part of the session remembers where you came
        from.
      </p>
    </>
  );
}

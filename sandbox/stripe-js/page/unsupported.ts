import type { Stripe } from '@stripe/stripe-js';

/** What stripe.ts does. */
type Supported =
  | 'elements'
  | 'confirmPayment'
  | 'confirmSetup'
  | 'handleNextAction'
  | 'retrievePaymentIntent'
  | 'retrieveSetupIntent'
  | 'registerAppInfo';

/** Everything else Stripe.js offers, so that a call says so by name. */
export const UNSUPPORTED = [
  'collectBankAccountForPayment',
  'collectBankAccountForSetup',
  'collectBankAccountToken',
  'collectFinancialConnectionsAccounts',
  'confirmAcssDebitPayment',
  'confirmAcssDebitSetup',
  'confirmAffirmPayment',
  'confirmAfterpayClearpayPayment',
  'confirmAlipayPayment',
  'confirmAmazonPaySetup',
  'confirmAuBecsDebitPayment',
  'confirmAuBecsDebitSetup',
  'confirmBacsDebitSetup',
  'confirmBancontactPayment',
  'confirmBancontactSetup',
  'confirmBilliePayment',
  'confirmBlikPayment',
  'confirmBlikSetup',
  'confirmBoletoPayment',
  'confirmCardPayment',
  'confirmCardSetup',
  'confirmCashappPayment',
  'confirmCashappSetup',
  'confirmCustomerBalancePayment',
  'confirmEpsPayment',
  'confirmFpxPayment',
  'confirmGiropayPayment',
  'confirmGrabPayPayment',
  'confirmIdealPayment',
  'confirmIdealSetup',
  'confirmKlarnaPayment',
  'confirmKonbiniPayment',
  'confirmMobilepayPayment',
  'confirmMultibancoPayment',
  'confirmOxxoPayment',
  'confirmP24Payment',
  'confirmPayByBankPayment',
  'confirmPayNowPayment',
  'confirmPayPalPayment',
  'confirmPayPalSetup',
  'confirmPixPayment',
  'confirmPromptPayPayment',
  'confirmSepaDebitPayment',
  'confirmSepaDebitSetup',
  'confirmSofortPayment',
  'confirmSofortSetup',
  'confirmTwintPayment',
  'confirmUsBankAccountPayment',
  'confirmUsBankAccountSetup',
  'confirmWechatPayPayment',
  'createConfirmationToken',
  'createEmbeddedCheckoutPage',
  'createEphemeralKeyNonce',
  'createPaymentMethod',
  'createRadarSession',
  'createToken',
  'handleCardAction',
  'initCheckoutElementsSdk',
  'initCheckoutFormSdk',
  'initializePricing',
  'paymentRequest',
  'processOrder',
  'retrieveOrder',
  'verifyIdentity',
  'verifyMicrodepositsForPayment',
  'verifyMicrodepositsForSetup',
] as const satisfies readonly (keyof Stripe)[];

/** Fails to compile when an update of Stripe.js brings a member that is in neither list. */
export type Forgotten = Exclude<keyof Stripe, Supported | (typeof UNSUPPORTED)[number]>;

const NONE_FORGOTTEN: [Forgotten] extends [never] ? true : Forgotten = true;
void NONE_FORGOTTEN;

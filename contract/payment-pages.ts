/** Pages with a payment form: only there the policy allows the provider's scripts and frames. */
const PAYMENT_PATHS: readonly string[] = ['/subscribe', '/subscription', '/orders'];

/** Where a bank's page leads back to, with the payment's client secret in the address. Nothing is paid there. */
const RETURN_PATH = '/subscription-success';

/** @param pathname without a query; a slash at its end makes no other page */
export function hasPaymentForm(pathname: string): boolean {
  return PAYMENT_PATHS.includes(withoutSlash(pathname));
}

export function isPaymentReturnPage(pathname: string): boolean {
  return withoutSlash(pathname) === RETURN_PATH;
}

const withoutSlash = (pathname: string) => pathname.replace(/(?<=.)\/$/, '');

// What the sandbox takes, keeps and shows is held to the SDK's own types when it is compiled. Stripe generates them from
// the same description as its API, at exactly the version the SDK pins, so they judge the sandbox independently of us.
import type { Stripe } from 'stripe';

/** The values of an enumeration. The SDK leaves them open for later ones; leaving that out is what makes a typo show. */
export type Named<T> = T extends string ? (string extends T ? never : T) : never;

/** Any part of the SDK's type: what the sandbox does not model is left out, and nothing is there besides. */
type Part<T> =
  | ([Named<T>] extends [never] ? Extract<T, string> : Named<T>)
  | PartOfObject<Exclude<T, string>>;

type PartOfObject<T> = T extends readonly (infer Item)[]
  ? readonly Part<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]?: Part<T[Name]> | undefined }
    : T;

/** A constraint: each member of T is one of the SDK's type, with a value it may have there. */
export type FitsSdk<T, Sdk> = {
  [Name in keyof T]: Name extends keyof Sdk ? Part<Sdk[Name]> | undefined : never;
};

type Method<Path extends string, In = Stripe> = Path extends `${infer Name}.${infer Rest}`
  ? Method<Rest, In[Name & keyof In]>
  : In[Path & keyof In];

/** Of a call by its name, such as `customers.create`. */
export type SdkParams<Path extends string> =
  Method<Path> extends (...given: infer Given) => unknown
    ? NonNullable<Given extends [id: string, params?: infer Params, ...rest: unknown[]] ? Params : Given[0]>
    : never;

export type SdkAnswer<Path extends string> =
  Method<Path> extends (...given: never) => PromiseLike<infer Answer> ? Part<Answer> & object : never;

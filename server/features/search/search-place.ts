import { z } from 'zod';
import { placeShape } from '../catalog/catalog.access.ts';

/** Where a hit stands: its category, then the list's order with hits in titles before the others. */
export const searchPlaceShape = z.strictObject({
  ...placeShape.shape,
  isTitleHit: z.boolean(),
  categoryId: z.string().max(40),
});

export type SearchPlace = z.infer<typeof searchPlaceShape>;

/** A row of one category; what its category is, the caller knows. */
export type Hit = Omit<SearchPlace, 'categoryId'>;

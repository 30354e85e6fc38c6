-- Names that people take for one another are found by index, in a kind of any size: a natural key without blanks and case.
-- The column's own collation knows no capitals but ASCII's.
CREATE FUNCTION alike_name(natural_key text) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN hashtextextended(lower(translate(natural_key COLLATE "default", E' \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000', '')), 0);

CREATE INDEX rows_alike ON rows (organization_id, kind, alike_name(natural_key)) WHERE natural_key IS NOT NULL;

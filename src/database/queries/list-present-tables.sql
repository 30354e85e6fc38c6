-- @result name: !
SELECT name FROM unnest(:names::text[]) AS name WHERE to_regclass(name) IS NOT NULL

-- A sequence that gave out no number yet has no last value.
-- @result name: !
SELECT sequencename::text AS name, last_value FROM pg_sequences
WHERE schemaname = current_schema() ORDER BY sequencename

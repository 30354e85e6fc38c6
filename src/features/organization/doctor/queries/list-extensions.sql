-- @result name: !
SELECT extname::text AS name FROM pg_extension

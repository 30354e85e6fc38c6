-- When the transaction began.
-- @result now: !
SELECT now() AS now

-- @result refused: !
SELECT count(*) AS refused FROM audit_refused

-- @result alive: !
-- @include grant
WHERE token.hash = :hash
FOR UPDATE OF held, token

-- @result alive: !
-- @include grant
WHERE held.code_hash = :hash
FOR UPDATE OF held, token

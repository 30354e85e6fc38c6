-- @result alive: !
-- @include grant
WHERE held.family_hash = :hash
FOR UPDATE OF held, token

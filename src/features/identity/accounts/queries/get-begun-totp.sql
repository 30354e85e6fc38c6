-- @result sealedSecret: !
SELECT id, sealed_secret AS "sealedSecret" FROM second_factors
WHERE user_id = :user_id AND confirmed_at IS NULL AND kind = 'totp' AND created_at > :begun_after

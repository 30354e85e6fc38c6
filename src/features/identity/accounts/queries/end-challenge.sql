DELETE FROM second_factor_challenges WHERE hash = :hash
RETURNING hash

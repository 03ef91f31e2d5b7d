;; The loop of a search by purpose: rows of twelve bytes against one query, sixteen bytes at a time.
;; Memory: 0 the query, 16 its mask (255 where it has a value), 32 the cost of the row found last, 64 the rows.
(module
  (memory (export "memory") 1)

  ;; The highest slot from $slot down to 0 whose cost is below $limit, or -1. A byte of 0 is absent: on both sides it costs
  ;; nothing, on one side 127 squared; else the square of the difference.
  (func (export "next") (param $slot i32) (param $limit i32) (result i32)
    (local $query v128) (local $mask v128) (local $twelve v128) (local $half v128)
    (local $row v128) (local $present v128) (local $gap v128) (local $sum v128)
    (local $at i32) (local $cost i32)
    (local.set $query (v128.load (i32.const 0)))
    (local.set $mask (v128.load (i32.const 16)))
    (local.set $twelve (v128.const i32x4 -1 -1 -1 0))
    (local.set $half (v128.const i32x4 0x7f7f7f7f 0x7f7f7f7f 0x7f7f7f7f 0x7f7f7f7f))
    (local.set $at (i32.add (i32.const 64) (i32.mul (local.get $slot) (i32.const 12))))
    (block $done
      (loop $rows
        (br_if $done (i32.lt_s (local.get $slot) (i32.const 0)))
        ;; The last four bytes belong to the row after this one.
        (local.set $row (v128.and (v128.load align=4 (local.get $at)) (local.get $twelve)))
        (local.set $present (i8x16.ne (local.get $row) (v128.const i32x4 0 0 0 0)))
        (local.set $gap (i8x16.sub
          (i8x16.max_u (local.get $row) (local.get $query))
          (i8x16.min_u (local.get $row) (local.get $query))))
        (local.set $gap (v128.or
          (v128.and (local.get $gap) (v128.and (local.get $present) (local.get $mask)))
          (v128.and (local.get $half) (v128.xor (local.get $present) (local.get $mask)))))
        (local.set $sum (i32x4.add
          (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_u (local.get $gap)) (i16x8.extend_low_i8x16_u (local.get $gap)))
          (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_u (local.get $gap)) (i16x8.extend_high_i8x16_u (local.get $gap)))))
        (local.set $sum (i32x4.add (local.get $sum)
          (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $sum) (local.get $sum))))
        (local.set $cost (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum))))
        (if (i32.lt_s (local.get $cost) (local.get $limit))
          (then
            (i32.store (i32.const 32) (local.get $cost))
            (return (local.get $slot))))
        (local.set $slot (i32.sub (local.get $slot) (i32.const 1)))
        (local.set $at (i32.sub (local.get $at) (i32.const 12)))
        (br $rows)))
    (i32.const -1)))

# ruff: noqa: E501 (a table of words)
"""What people say they do, or ask to be done, with a phone: the words of each deed, in English and Chinese.

A deed is named after its function, with a mark where one function serves several (`set_ringer_mode:vibrate`). The first
deed of the table that a clause names is meant; several may be (a dark theme *and* a dimmed screen).
"""

from __future__ import annotations

import re

_IT = r"(?:it|him|her|them|us|me|that|this|those|these|one|everyone|(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)"

# deed → (English words, Chinese words)
_WORDS: tuple[tuple[str, str, str], ...] = (
    ("run_scene", r"\bscenes?\b|\broutine [\"“'][^\"”']+|\bgood ?night mode", r"场景|情景|一键(?:回家|离家|睡眠)|(?:回家|离家|睡眠|观影)模式"),
    ("set_airplane_mode:off", r"\b(?:network|connection|signal|internet) back\b|\b(?:air|aero)plane mode (?:goes |go )?off|(?:turn|switch) off (?:air|aero)plane mode"
     r"|\b(?:air|aero)plane mode off|\bback online\b|\breachable again", r"恢复网络|关(?:掉|闭)?飞行模式|重新联网"),
    ("set_airplane_mode:on", r"\b(?:air|aero)plane mode|\bflight mode", r"飞行模式"),
    ("dismiss_alarm", r"\balarms? (?:should|must|may|need|has|can|does)(?:n'?t| ?not|n’t)[^.;]{0,14}(?:ring|go off|wake)|\b(?:dismiss|cancel|delete|switch off|turn off|no)"
     r" (?:my |the |any )?(?:\w+ )?alarm|\balarm (?:is|goes|should be|comes) off|\bsleep in\b|\bsleep longer", r"闹钟(?:不要|别|不用|不必)响|(?:关|取消|删)(?:掉|了)?(?:早上的|明早的)?闹钟|睡懒觉|多睡"),
    ("set_do_not_disturb", r"do[- ]not[- ]disturb|\bdnd\b|\b(?:only|just|nothing but) (?:my |the |an )?alarms? (?:may|can|should|is|are)|nothing (?:may|should|must|is to)"
     r" (?:ring|disturb|sound|beep)|\bno (?:notifications|calls|sounds?|interruptions)\b|\bquiet hours|\bdon'?t want to be (?:disturbed|interrupted)|\bundisturbed|not (?:to )?be disturbed"
     r"|\bphone (?:leaves|should leave|lets) me (?:alone|in peace)|\bnotifications? (?:off|stay off|paused|silenced)", r"勿扰|免打扰|只(?:有|留|让|许)闹钟|不(?:想|要|希望)被?打扰|别(?:让.{0,6})?打扰|(?:通知|消息)(?:都)?(?:关|静音)"),
    ("set_ringer_mode:normal", r"\b(?:ringer|ring(?:ing)?|sound|phone)\b[^.;]{0,12}\b(?:on again|back on|loud(?: again)?|audible|out loud)|\b(?:turn|switch)[^.;]{0,12}\bring(?:er)? (?:back )?on"
     r"|\bwant to hear (?:my phone|it ring|every call)|\bphone (?:should|must|has to|may) ring(?! (?:at|in|during) )(?!.{0,4}not)", r"(?:打开|恢复|调成|开)(?:手机)?(?:铃声|响铃)|(?:手机|铃声)(?:要|得|必须|调)(?:响|大|开)|铃声(?:要)?开"),
    ("set_ringer_mode:vibrate", r"\bvibrat\w+|\b(?:silent|mute[ds]?|silenced?|quiet|soundless)\b(?=[^.;]{0,30}\b(?:phone|ringer|mobile|mode)?)(?<!baby is quiet)|\b(?:must|may|should|can|does|do)(?:n'?t| ?not| never) (?:ring|make a (?:sound|noise))"
     r"|\bnot ring\b|\b(?:hate|mind|embarrass\w*|awful|terrible)[^.;]{0,40}(?:phone|ringing|rings)|\bringer off|\bring(?:s|ing)? (?:is )?off", r"[震振]动|静音|(?:不能|不要|别|不许|不可以|不准)(?:让)?(?:手机)?(?:响|出声)|调成?(?:震|振)"),
    ("set_screen_timeout", r"\bscreen[^.;]{0,24}\b(?:stays?|on for|keep|remain|awake|lit|not (?:go|turn|switch) (?:off|dark|black)|(?:goes|going|turns?) (?:off|dark|black))|\bkeep (?:the|my) screen on|\bscreen timeout", r"屏幕[^，。]{0,8}(?:常亮|亮着|别(?:熄|灭)|不要(?:熄|灭)|不(?:熄|灭)|要?亮)|别?(?:熄屏|锁屏)|息屏时间"),
    ("set_dark_mode:on", r"\bdark (?:mode|theme|screen|display)|\bnight (?:mode|theme)|\btheme[^.;]{0,10}dark|\beverything dark", r"深色|暗色|夜间模式|黑暗模式|暗黑模式|护眼模式"),
    ("set_dark_mode:off", r"\b(?:light|bright) (?:mode|theme)", r"浅色模式|日间模式|亮色模式"),
    ("set_brightness:low", r"\bdim(?:med|mer|s)?\b|\bbrightness (?:down|low|to (?:a )?minimum)|\bscreen[^.;]{0,24}\b(?:dark(?:er)?|low|darkest|too bright|blinds?|glare)|\btoo bright\b|\b(?:lower|turn down|reduce) the brightness|\bbrightness\b", r"调暗|亮度(?:调?低|要低|最低)|低亮度|(?:屏幕)?(?:太亮|刺眼|要暗|暗一点|暗些)|亮度"),
    ("set_brightness:high", r"\bscreen[^.;]{0,24}\b(?:bright(?:er|est)?|full brightness|readable|maximum)|\b(?:full|maximum|max|highest) brightness|\bbrightness (?:up|high|to (?:the )?max\w*)", r"调亮|亮度(?:调?高|最高|拉满|要高)|最亮|高亮度"),
    ("set_volume", r"\bvolume\b|\b(?:quieter|turn(?:ed)? (?:it |the (?:music|sound|tv|radio) )?(?:down|up)|softer|lower the (?:music|sound)|louder)\b", r"音量|(?:声音|音乐)(?:要|调|开)?(?:小|低|轻|大)|小声"),
    ("control_playback:pause", r"\b(?:nothing|music|sound|audio|it) (?:may|should|must|can) (?:not )?(?:play|be)[^.;]{0,12}(?:loud|aloud|heard)|\b(?:paus\w+|(?:stop|stops|halt) (?:the )?(?:music|playback|playing|podcast|sound|song|audio|video)|(?:music|podcast|audio|playback|song|sound|video|whatever plays)[^.;]{0,14}\b(?:stop|pause|off|quiet))", r"暂停|(?:音乐|播放|歌|播客|视频)(?:要|得|就|应该|先)?(?:停|关)|停(?:掉|止)?(?:音乐|播放)"),
    ("control_playback:play", r"\b(?:continue|resume|carry on|go on|keep) (?:with )?(?:the |my )?(?:playing|music|podcast|listening|playback|audiobook)", r"继续(?:听|放|播)"),
    ("set_battery_saver", r"\bbattery saver|\bpower[- ]sav\w+|\bsav\w+ (?:the |my )?(?:battery|power)|\blow power mode|\bsaver\b|\bspare the battery", r"省电|节电|低电量模式"),
    ("set_mobile_data:off", r"\b(?:mobile |cellular )?data\b[^.;]{0,18}\boff\b|\b(?:turn|switch) off (?:my |the )?(?:mobile |cellular )?data|\bno (?:mobile|roaming|cellular) data|\bnever (?:use )?(?:my )?(?:mobile )?data abroad|\bdata roaming", r"关(?:掉|闭|了)?(?:移动)?(?:数据|流量|漫游)|(?:移动)?(?:数据|流量)(?:要|就)?关|不用(?:漫游)?流量"),
    ("set_mobile_data:on", r"\bmobile data\b[^.;]{0,10}\bon\b|\b(?:turn|switch) on (?:my |the )?(?:mobile )?data|\buse (?:my )?mobile data|\bover to mobile data", r"(?:打?开|用|切换?到)(?:移动)?(?:数据|流量)"),
    ("set_wifi:off", r"\b(?:turn|switch) (?:the )?(?:wi-?fi|wlan) off|\b(?:turn|switch) off (?:the )?(?:wi-?fi|wlan)|\bwi-?fi off|\bleave the wi-?fi", r"关(?:掉|闭|了)?\s?(?:wi-?fi|无线)|断开\s?wi-?fi"),
    ("set_wifi:on", r"\bwi-?fi\b|\bwlan\b", r"wi-?fi|无线网|连网"),
    ("set_bluetooth:on", r"\bbluetooth\b", r"蓝牙"),
    ("set_location_services:on", r"\blocation (?:services?|access)|\bgps\b|\b(?:turn|switch)[^.;]{0,8}location", r"(?:打?开|启用)(?:定位|gps|位置服务)|定位(?:要|得)?开"),
    ("free_up_storage", r"\b(?:clear|clean|tidy|free)[^.;]{0,14}(?:up|out|space|storage)|\bmake (?:room|space)|\bdelete (?:old|what|things|stuff|unused)|\bthrow (?:things|stuff|files) out", r"清理|腾(?:出)?(?:点)?(?:空间|地方)|清(?:一)?(?:下)?(?:内存|空间|存储)"),
    ("snooze_notification", r"\bsnooz\w+|\b(?:hold|put) (?:it|them|such (?:messages|notifications)|notifications) (?:back|off)|\bshow (?:it|them) (?:to me )?(?:again )?later", r"往后推|推后|稍后(?:再)?(?:提醒|处理)|晚点(?:再)?(?:提醒|看|弹)|推迟(?:通知|提醒)"),
    ("take_screenshot", r"\bscreen ?shots?\b|\bscreen ?grab|\bcapture the screen", r"截(?:个|一?张|一下|几张)?[图屏]|存图"),
    ("compose_post", r"\b(?:post|tweet|announce|share)\w*\b[^.;]{0,40}\b(?:twitter|on x\b|instagram|facebook|mastodon|weibo|online|story|publicly|followers|timeline)|\btweet\w*|\bposts?\b[^.;]{0,20}\b(?:about|it|the|a)\b|\bpost (?:it|about|the|my|a|an)\b|\bput (?:it|that|them) on (?:twitter|x|instagram|facebook)",
     r"发(?:一?条|个)?(?:推特?|朋友圈|动态|微博|帖子?|x)|在(?:推特|朋友圈|微博|twitter|x)上?(?:发|转|宣布|晒|说)|晒(?:一下|图)?|转发"),
    ("show_pickup_code", r"\b(?:pick-?up|collection|locker|parcel) codes?\b|\bcode (?:for|of) (?:the|my) (?:locker|parcel)", r"取件码|提货码|取货码|自提码"),
    ("track_parcel", r"\btrack\w* (?:my |the |it|a )?(?:parcels?|packages?|deliver\w+|shipments?|order)|\bwhere (?:it|the parcel|my (?:parcel|package|order|delivery)) is|\bwhere (?:my )?(?:parcels|packages) are|\b(?:parcel|package|delivery|shipment)s?\b[^.;]{0,30}\b(?:follow|tracking|look where|status)|\btracking\b", r"查(?:一下|看)?(?:物流|快递|包裹)|(?:物流|快递)(?:到哪|信息|进度)|看(?:看)?(?:物流|快递)"),
    ("show_payment_code", r"\b(?:payment|pay|wallet|qr)[- ]?codes?\b|\bpay\w*[^.;]{0,30}\b(?:code|qr|wallet|phone)\b|\bscan to pay", r"付款码|支付码|收付款|扫码(?:付|支付)|出示.{0,4}码|刷(?:手机|码)"),
    ("show_ticket", r"\btickets?\b[^.;]{0,24}\b(?:screen|open|ready|show|out|hand|display|up|phone)|\b(?:show|open|pull up|bring up|have|want|need|get)[^.;]{0,16}\b(?:ticket|boarding pass|(?:\w+ )?pass(?:es)?|reservation code|entry code)\b|\bboarding pass", r"登机牌|(?:出示|打开|显示|亮|调出|看|要)[^，。]{0,4}(?:车票|票|二维码|乘车码)|票(?:在|要|得).{0,4}(?:屏|手)|乘车码|检票"),
    ("set_alarm", r"\b(?:set|need|want|put)[^.;]{0,12}\balarm|\balarm (?:for|at|clock)|\b(?:get|am|be) (?:up|woken|awake)\b|\bwake (?:me|up)|\balarm\b", r"(?:设|定|上|调)[^，。]{0,4}闹钟|叫(?:我)?(?:起床|醒)|起床|早起"),
    ("set_timer", r"\btimers?\b|\b(?:blocks|sessions|intervals) of \d+|\bcount ?down|\bpomodoro", r"定(?:个|一个)?时|计时|倒计时|番茄钟|分钟一(?:段|组|节)"),
    ("log_health_metric", r"\b(?:log|record|note|enter|write|track|copy|keep a record|put|save|add)\w*\b[^.;]{0,46}\b(?:weight|blood pressure|pulse|heart rate|glucose|blood sugar|sugar|temperature|fever|water|sleep|steps?|readings?|values?|glass(?:es)?|what i weigh|how i slept|hours? i slept|into (?:fit|health))\b"
     r"|\b(?:weight|blood pressure|heart rate|glucose|blood sugar|temperature|water|sleep|readings?|values?)\b[^.;]{0,40}\b(?:logged|log|recorded|noted|written down|entered|diary|go(?:es)? (?:in|into)|in(?:to)? (?:fit|health)|the value)|\b(?:weigh myself|measure)[^.;]{0,40}\b(?:log|note|record|write)",
     r"(?:记|录|登记|填|抄|录入|存)[^，。]{0,10}(?:体重|血压|血糖|体温|心率|喝水|水|睡眠|步数|数值|读数|数据|毫升|ml)|(?:体重|血压|血糖|体温|心率|饮水|喝水|睡眠|数值|读数|水)[^，。；]{0,12}(?:记|登记|录)|称[^，。]{0,6}记"),
    ("start_workout", r"\b(?:track|record|log|start|count)\w*\b[^.;]{0,30}\b(?:run|ride|walk|swim\w*|workout|training|session|climb\w*|hike|yoga|exercise|cycling|running|bouldering|pilates|strength|row\w*|dance|boxing|tennis|badminton|it as|it)\b"
     r"|\b(?:run|ride|walk|swim|workout|training|session|hike|climb\w*|bike|it)\b[^.;]{0,30}\b(?:tracked|recorded|logged|track it|log it|record it|counted)|\btrack (?:it|them|climbing|\w+ing)\b", r"(?:记录|开始|打开)[^，。]{0,6}(?:运动|跑步|骑行|游泳|力量|训练|健走|徒步|瑜伽|攀岩|散步|锻炼|球|拳|舞|操)|(?:跑步|骑车|骑行|游泳|健身|训练|爬山|徒步|散步|锻炼|运动|打球|瑜伽)[^，。]{0,10}记录|记(?:一次|个)?运动"),
    ("open_camera:video", r"\b(?:film|record)(?:s|ed|ing)?\b(?! call| night| society| club| is| was)(?=[^.;]{0,24}\b(?:it|him|her|them|the|this|every|my|a|stage|moment|first)\b|$|[.,])|\btake a video|\bmake a video|\bvideos? of", r"录(?:像|下来|视频|一段|下)|拍(?:个|段|一段)?(?:视频|录像)"),
    ("open_camera:photo", r"\b(?:photograph\w*|photo(?:s)? of|take[s]? (?:a |an |some |one |the )?(?:\w+ )?(?:photo|picture|pic|shot|snap)s?|snap (?:a|it|the)|picture of|tell me to take a picture|scan (?:it|them|the|every|my))", r"拍(?:照|一?张|下|个照|小票|存|它|晚霞|白板)|(?:就|会|要|我|先)拍|照相|拍.{1,6}(?:存档|留底|留念|照片)"),
    ("share_file", r"\b(?:send|share|forward)\w*\b[^.;]{0,40}\b(?:photo|picture|pic|file|pdf|document|scan|recording|report|slides|video|album)s?\b", r"(?:发|传|转)[^，。]{0,8}(?:照片|图片|文件|资料|视频|扫描件|报告)|把[^，。]{1,12}(?:照片|文件|图|资料|视频)[^，。]{0,6}(?:发|传)"),
    ("share_location", r"\b(?:share|send|give|drop)\w*\b[^.;]{0,16}\b(?:location|position|pin|where i am)|\b(?:see|know) where i am", r"(?:共享|发|分享)[^，。]{0,6}(?:位置|定位)|位置(?:发|共享)"),
    ("join_meeting", r"\bjoin\w*\b|\b(?:go|come|dial|get|log|hop|jump) (?:in|on|into)\b(?=[^.;]{0,20}(?:at once|straight|call|meeting|online|right away|$))|\bin(?:to)? (?:the|my) (?:online )?(?:meeting|call)", r"(?:参加|加入|进入?|上)[^，。]{0,6}(?:会议?|线上会|网课|课)|进会|入会|上线|准时参加"),
    ("translate_text", r"\btranslat\w+|\bin (?:english|chinese) please|\b(?:can'?t|cannot|don'?t|do not|hardly|barely) (?:read|speak|understand)", r"翻译|看不懂|译成"),
    ("find_contact", r"\b(?:pass|give|look up|find)\w*\b[^.;]{0,24}\b(?:numbers?|contact)\b", r"(?:查|找)[^，。]{0,6}(?:号码|电话|联系方式)"),
    ("add_contact", r"\b(?:sav|add|stor|keep|put)\w*\b[^.;]{0,30}\b(?:numbers?|contacts?|address book|phone ?book)\b|\bnumbers?\b[^.;]{0,30}\b(?:sav|stor|kept|in(?:to)? my contacts)\w*", r"(?:存|加|记)[^，。]{0,8}(?:号码?|联系人|通讯录|电话)|(?:号码|电话)[^，。]{0,10}(?:存|记)|存(?:下来|起来|一下)"),
    ("list_calendar_events", r"\b(?:look|check|see|consult)\w*\b[^.;]{0,16}\b(?:my |the )?(?:calendar|diary|schedule)\b(?! (?:entry|event))", r"(?:看|翻|查)(?:看|一下|下|过|了)?(?:手机|我的)?(?:日历|日程|安排)"),
    ("create_calendar_event", r"\b(?:calendar|diary)\b", r"(?:进|到|入|加)(?:我的)?(?:日历|日程)|(?:日历|日程)(?:里|中|上)|记上|排进|记进"),
    ("create_reminder", r"\bremind(?:er|ers|ed|s)?\b|\bdon'?t let me forget|\bforget\w* (?:about )?(?:appointments?|dates?|things|deadlines?|medicine|pills|birthdays|to (?:take|pay|bring|return|water|buy|book|put))", r"提醒|别让我忘|总忘|老忘|容易忘"),
    ("create_note", r"\b(?:note|jot|write)\w*\b[^.;]{0,24}\b(?:down|notes?|at once|list|in keep|it)\b|\bmake a note|\bnotes?\b|\bkeep (?:it|them) as a note|\bnote\b|\bshopping list", r"记(?:笔记|下来|一笔|到备忘|在备忘|进备忘|录下)|备忘录?|笔记|写(?:下来|进)|清单"),
    ("compose_email", r"\b(?:by|an?|write|send|via) e?-?mails?\b|\be?-?mail (?:to |him|her|them|it|me|us|back|(?-i:[A-Z]))|\banswer (?:it |them |\w+ )?by e?-?mail", r"(?:用|发|写|回)(?:个|封)?(?:邮件|电邮)|邮件(?:回复|答复|发)"),
    ("send_sms", rf"\btext (?:him|her|them|back|my|{_IT})|\bby (?:text|sms)|\btext message|\b(?:send|write|answer)\w*\b[^.;]{{0,20}}\b(?:text|sms)\b", r"发(?:个|条)?(?:短信|信息)|短信"),
    ("make_call", rf"\b(?:call|ring|phone)(?:s|ed|ing)? (?:{_IT}|back|my|at once|the|mum|mom|dad|mama|home)\b|\bring (?:up|back)|\b(?:call|ring) back|\bgive \w+ a (?:call|ring)|\bcall\b(?=[^.;]{{0,12}}(?:at once|right away|immediately|$))|\bi do it at once",
     r"(?:打|回|拨)(?:个|一?通)?(?:电话|过去|回去|给)|回电|通话|回拨"),
    ("open_cart", r"\b(?:cart|basket|bag)\b", r"购物车|购物袋"),
    ("pay_bill", r"\b(?:pay|settle|transfer)(?:s|ing)?\b(?! attention| off)", r"(?:付|缴|交|还)(?:掉|清|了|房租|电费|水费|燃气费|钱|款|账|费|学费|话费|租|给|物业)|付账|付款|缴费|交钱|(?:账单|费)[^，。]{0,8}(?:付|缴|交)"),
    ("reserve_table", r"\btable (?:for|at)|\b(?:reserve|book)\w*\b[^.;]{0,20}\b(?:table|seats?|us|restaurant|dinner|lunch|brunch)|\b(?:eat|dine|have (?:dinner|lunch|brunch)) (?:out\b|at (?-i:[A-Z]))|\bto (?:lunch|brunch|dinner)\b|\breserve\b", r"(?:订|预订|预约|约)(?:个)?(?:位|座|桌|包间|餐厅)|(?:在外面|出去)吃|请.{0,8}吃(?:饭|午饭|晚饭)|吃(?:早午餐|大餐)"),
    ("order_food", r"\border(?:s|ing)?\b|\b(?:get|have|fetch)\b[^.;]{0,16}\b(?:delivered|takeaway|take-?out|in for dinner)|\btake-?(?:away|out)\b", r"(?:点|叫)[^，。]{0,2}外卖|(?:我|就|会|常|都|一般|给大家|来)?(?:点|叫)(?:一?份|个|杯|碗|些)?[㐀-鿿]{2,8}|外卖"),
    ("search_product", r"\b(?:buy|reorder|re-order|shop for|stock up)\w*\b|\b(?:look|search|find|check)\w*\b[^.;]{0,30}\b(?:in the (?:\w+ )?shop|online|on amazon|shop app|store app|for a new one)|\border (?:some|a new|new|more|it|them|another|the next)\b|\bget (?:a new|new|more)\b", r"(?:在|去|上)[^，。]{0,6}(?:商店|淘宝|京东|亚马逊|网上|商城|拼多多)[^，。]{0,4}(?:找|搜|买|看)|(?:我|就|会|要|再|重新)?(?:买|下单|补货|囤|网购|补)"),
    ("request_ride", r"\b(?:take|get|order|call|book|use|by|go by)\b[^.;]{0,12}\b(?:ride|taxi|cab|uber|lyft|bolt|car service)\b|\b(?:ride|taxi|cab|uber|lyft)\b[^.;]{0,12}\b(?:home|to|there)\b|\bby (?:ride|taxi|cab|uber)", r"打车|叫(?:个|辆)?(?:车|网约车|出租车|滴滴|专车)|网约车|坐出租"),
    ("check_route", r"\b(?:look|check|see|find|know|show)\w*\b[^.;]{0,30}\b(?:the way|my way|way to|route|traffic|how long|how to get|connections?|another way|other way|the journey|when to leave)|\b(?:another|other|different|alternative) (?:way|route|train|line|connection)|\broutes?\b|\bway around\b|\bgo another way", r"(?:查|看|找)[^，。]{0,6}(?:路线|路况|怎么走|怎么去|线路|换乘|车次)|另找|换(?:一?条|个)?(?:路|线)|绕路|别的(?:路|线)"),
    ("search_nearby", r"\b(?:nearest|nearby|close by|close-by|closest|near me|around me|next best|near here|around the corner)\b|\b(?:find|look for|search|want|need|get|go to|grab|pick up)\b[^.;]{0,10}\b(?:an?|the|some) (?:[a-z]+ )?(?:coffee|cafe|pharmacy|chemist|petrol station|gas station|charging station|charger|atm|supermarket|bakery|toilet|vet|car park|parking)\b|\b(?:get|have|grab|buy) (?:a )?coffee",
     r"(?:最近的|附近的?|就近|周围|周边)|找(?:个|一?家)?(?:药店|加油站|充电桩|厕所|停车场|咖啡|超市|银行|便利店)|买杯"),
    ("navigate_to", r"\b(?:navigat\w+|guid\w+|directions|sat ?nav|take me|lead me|show me the way)\b|\b(?:walk|drive|ride|go|cycle) there\b", r"导航|带我去|怎么去"),
    ("show_weather", r"\b(?:weather|forecast|radar|umbrella)\b|\bwill (?:it|be) (?:rain|dry|stay)|\bsee what it is like outside", r"看(?:一下|看|下)?[^，。]{0,8}(?:天气|预报|雨)|天气"),
    ("play_video", r"\bon (?:youtube|netflix|bbc|disney|prime|bilibili)\b|\b(?:watch\w*|video\b|series\b|film\b(?= (?:on|in|at))|tutorial)", r"跟(?:着)?[^，。]{0,4}(?:视频|教程|直播)|看[^，。]{0,12}(?:直播|视频|剧|片|番|电影|综艺|动画|比赛|教程|新闻|纪录片|集)|追剧|(?:路上|火车上|飞机上|坐[^，。]{1,6}|睡前|饭后|吃饭时)我?(?:就|会|常|都|喜欢)?看|放(?:动画|视频)"),
    ("play_music", r"\b(?:listen\w*|play(?!ground|ers?\b|s? (?:football|tennis|soccer|basketball|badminton|chess|games?))(?:s|ing|ed)?|hear|music|podcast|playlist|radio|audiobook|songs?|put on|edit to|run to|work to|cook to|fall asleep to|asleep to|to the sound of|jazz|i like)\b", r"听|放(?:点|首|些)?[^，。]{0,10}(?:音乐|歌|曲|雨声|白噪音|播客|声|电台|故事)|播放|(?:我|就|会|常|都)放|来点(?:音乐|歌)|音乐|播客"),
    ("close_app", r"\b(?:close|stop|kill|quit|force[- ]stop|shut)\b[^.;]{0,20}\b(?:app|apps|it|game|them)\b", r"(?:关|退)(?:掉|闭|了|出)[^，。]{0,6}(?:应用|app|游戏|后台|软件)|强制停止"),
    ("control_device", r"\b(?:turn|switch|put|set|shut|start|open|close)(?:s|ed|ing)? (?:on |off |up |down )?(?:the |my |our |all )?(?:[a-z]+ ){0,2}(?:heating|heater|radiator|lights?|lamps?|oven|fan|tv|television|air ?con\w*|ac|a/c|washing machine|dryer|dishwasher|coffee machine|kettle|plug|humidifier|dehumidifier|purifier|vacuum|robot|boiler|sprinklers?|blinds?|curtains?|shutters?|door|gate|garage|lock|thermostat|iron|windows?|camera|pump|fairy lights)\b|\b(?:heating|heater|lights?|lamp|fan|tv|air ?con\w*|ac|purifier|humidifier|dehumidifier|vacuum|robot|blinds|curtains|oven|coffee machine|kettle|sprinkler|thermostat|plug|iron|door|boiler)\b[^.;]{0,24}\b(?:goes on|go on|on|off|down|closed|locked|open|running|start|run|stay on)\b|\block(?:s|ed)? (?:the|my|our) (?:\w+ )?(?:door|gate|house)|\bvacuum",
     r"(?:打?开|关|启动|锁|调|拉)(?:上|掉|好|一下|闭|开|到|成|起)?[^，。]{0,6}(?:空调|暖气|灯|风扇|电视|净化器|加湿器|除湿机|窗帘|热水器|扫地机|洗衣机|咖啡机|插座|门|地暖|取暖器|烤箱|新风|摄像头|窗)|(?:空调|暖气|灯|风扇|净化器|加湿器|除湿机|窗帘|热水器|扫地机|地暖|电视|新风|取暖器)[^，。]{0,6}(?:打?开|关|启动|调|拉|扫|运行|锁)"),
    ("open_url", r"\b(?:read|open|look at|visit|check)\w*\b[^.;]{0,24}\b(?:pages?|websites?|links?|site|articles?|news|form|homepage|post|it at once|at once|blog|notice)\b|\b(?:fill|sign) (?:in|out|it)", r"(?:看|打?开|读|浏览|填)[^，。]{0,10}(?:网站|网页|链接|文章|官网|公告|新闻|消息|表)|打开看|点开"),
    ("web_search", r"\b(?:search|google|look)\w*\b[^.;]{0,16}\b(?:up|web|online|internet|for|its?|recipe|what|the|how)\b|\blook (?:it|them|that|things|what|words?)[^.;]{0,24} up\b|\bsearch\w*\b|\bread up on\b|\bfind out\b", r"搜|查(?:一下|查|资料|是什么|怎么|词|开放|时间|攻略|网上)?|百度|上网(?:看|查|搜)"),
    ("open_app", r"\b(?:open|launch|start|use|do (?:my|the|a)|practi[sc]e)\w*\b[^.;]{0,40}\b(?:app|lesson|journal|diary|duolingo|fit|keep|calm|headspace|anki|strava|phrasebook|flashcards|meditat\w+)\b|\b(?:lesson|flashcards|vocabulary|journal|meditat\w+|practice) (?:in|with|on)\b|\bopen (?-i:[A-Z])\w+", r"打卡|签到|(?:打?开|用|在|上)[^，。]{0,8}(?:应用|app|软件|里)|(?:打开|用)(?-i:[A-Z])\w+|练习|冥想|背单词|学(?:短语|单词|英语|外语)"),
    ("send_message", rf"\b(?:ask|get|find) (?:(?-i:[A-Z])\w+|somebody|someone) to (?:cover|stand in|fill in|take over|step in)|\b(?:tell|message|inform|warn|notify|answer|congratulat\w+|thank|wish|write(?: to)?|reply(?: to)?|respond|say|ask|invite|update|ping|drop \w+ a line|send|let)\b(?: (?:to )?(?:{_IT}|my|people|friends|clients|colleagues|soon|back|at once))?(?: know)?|\bgets? a message", r"找[㐀-鿿]{1,4}(?:顶|替|帮|代)|告诉|说(?:一声|声)|通知|祝贺|恭喜|回(?:复|他|她|消息|微信|一声)|尽快回|都会回|打(?:个)?招呼|约|发(?:个|条)?(?:消息|微信|whatsapp|祝福)|问候|报(?:个)?平安|道谢|感谢|联系"),
)  # fmt: skip

DEEDS: tuple[tuple[str, re.Pattern[str] | None, re.Pattern[str] | None], ...] = tuple(
    (deed, re.compile(english, re.IGNORECASE), re.compile(chinese, re.IGNORECASE)) for deed, english, chinese in _WORDS
)
